/** What `npm run distribute` prints. */
import type { Distribution } from './distribute.ts'
import type { Need, Readiness } from './readiness.ts'

export const DISTRIBUTE_HELP = `npm run distribute             distributes the tables over the workers of a Citus cluster
npm run distribute -- --check  only says what is missing or left to do; the server may be running
npm run distribute -- --help   prints this

Set DATABASE_URL to the coordinator, and DATABASE_OWNER_URL if the app has its own role. Stop every
server first. It can be repeated: it distributes only tables and functions that are not distributed yet.
All in one transaction: after an error nothing has changed.

Ends with 0 if all is done, 1 if something is missing, left to do (--check) or failed, 2 for a wrong option.
docs/scaling.md describes the cluster.`

/** Describes the state for `--check`, and for a distribution that did not start. */
export function describeReadiness(readiness: Readiness): string {
  const { workers, state, missing, left, advice } = readiness
  const plan = state && [
    `Tables: ${state.plan.distributed.length} by account, ${state.plan.reference.length} on every node (${state.plan.reference.join(' ')}), ${state.plan.local.length} on the coordinator only (${state.plan.local.join(' ')}).`,
  ]
  return [
    ...(workers.length ? [`Workers: ${workers.join(', ')}.`] : []),
    ...(plan ?? []),
    ...describeNeeds('Missing', missing),
    ...(left.length
      ? ['', 'Left to do by npm run distribute:', ...left.map((line) => `  ${line}`)]
      : []),
    ...describeNeeds('To move accounts between workers', advice),
    '',
    describeResult(readiness),
  ].join('\n')
}

function describeResult(readiness: Readiness): string {
  if (isComplete(readiness)) return 'Nothing is missing.'
  return readiness.missing.length ? 'Something is missing.' : 'Ready to distribute.'
}

function describeNeeds(title: string, needs: Need[]): string[] {
  if (!needs.length) return []
  const lines = needs.flatMap(({ what, remedy }) => [
    `  ${what}`,
    ...remedy.map((line) => `    ${line}`),
  ])
  return ['', `${title}:`, ...lines]
}

/** True if nothing is missing and nothing is left to do. */
export function isComplete({ missing, left, state }: Readiness): boolean {
  return state !== undefined && !missing.length && !left.length
}

export function describeDistribution({ readiness, rows, sequences }: Distribution): string {
  const { workers, state } = readiness
  const done = [
    [state?.pending.distributed.length, 'tables distributed by account'],
    [state?.pending.reference.length, 'tables copied to every node'],
    [state?.pendingFunctions.length, 'functions sent to the workers'],
    [sequences, 'worker sequences set past existing ids'],
  ].filter(([count]) => count)
  if (!done.length) return 'All tables are already distributed. Nothing was changed.'
  const lines = done.map(([count, what]) => `${count} ${what}`)
  return [...lines, `${rows} rows counted before and after, over ${workers.length} workers.`].join(
    '\n',
  )
}
