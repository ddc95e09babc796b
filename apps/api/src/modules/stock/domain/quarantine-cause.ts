/**
 * Why a key is in quarantine, or will be once its order gives it back. `restore`: it may have been sold after the backup. `upload`: it came with
 * an upload that was taken back. `look`: an owner has seen it. `return`: it was to go back to its supplier. `unknown`: from before causes were
 * stored.
 */
export const QUARANTINE_CAUSES = ['restore', 'upload', 'look', 'return', 'unknown'] as const;
export type QuarantineCause = (typeof QUARANTINE_CAUSES)[number];
/** All but `unknown`, which is stored as null. */
export type StoredCause = Exclude<QuarantineCause, 'unknown'>;
