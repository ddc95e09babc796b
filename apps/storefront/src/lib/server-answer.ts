/** What a failed call of the API said. Every part is null or empty where no answer of the shop's own came. */
export function readFailure(error: unknown): { status: number | null; message: string | null; problems: Record<string, string> } {
  const { status, data } = (typeof error === 'object' && error !== null ? error : {}) as { status?: unknown; data?: unknown };
  const body = (typeof data === 'object' && data !== null ? data : {}) as { message?: unknown; details?: unknown };
  const details: unknown[] = Array.isArray(body.details) ? body.details : [];
  return {
    status: typeof status === 'number' ? status : null,
    message: typeof body.message === 'string' && body.message !== '' ? body.message : null,
    // The first word about a field is enough.
    problems: Object.fromEntries(
      details
        .filter(isDetail)
        .map(({ field, message }) => [field, message])
        .reverse(),
    ),
  };
}

/** The shop's own sentence for a refusal; with statuses, only for these. */
export function serverMessage(error: unknown, ...statuses: readonly number[]): string | null {
  const { status, message } = readFailure(error);
  return status !== null && status < 500 && (statuses.length === 0 || statuses.includes(status)) ? message : null;
}

/** Whether a call was refused until the visitor solves a captcha. */
export function asksForCaptcha(error: unknown): boolean {
  const { status, data } = (typeof error === 'object' && error !== null ? error : {}) as { status?: unknown; data?: unknown };
  return status === 403 && typeof data === 'object' && data !== null && 'captcha' in data && data.captcha === true;
}

function isDetail(value: unknown): value is { field: string; message: string } {
  const { field, message } = (typeof value === 'object' && value !== null ? value : {}) as { field?: unknown; message?: unknown };
  return typeof field === 'string' && typeof message === 'string';
}
