/** What a notice looks like that somebody has to act on; how its parts stand is each one's own. */
export const NOTICE = 'rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting'
