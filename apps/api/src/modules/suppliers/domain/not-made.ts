/**
 * Why a purchase is refused of which its supplier told the staff that it has no such order. The text is stored, and tells these from other
 * refusals: another text would not know those of before.
 */
export const NOT_MADE = 'The supplier told the staff that it has no such order.';
