/** The API version whose shapes the stand-in speaks: the one that the pinned SDK asks for. */
export const API_VERSION = '2026-10-28.endive';
