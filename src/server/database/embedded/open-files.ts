/** Checks the limit of open files. Below it, PostgreSQL fails with a message about itself (SPEC C28). */
import { spawnSync } from 'node:child_process'
import { ClusterError } from './errors.ts'

/** PostgreSQL needs about 60, the app about 40 and one for each connection of a browser. */
const FEWEST = 200

/** Throws ClusterError. */
export function rejectFewOpenFiles(limit = readLimit()): void {
  if (limit >= FEWEST) return
  const found = limit ? `${limit}, but ` : ''
  throw new ClusterError(
    `Too few open files are allowed (${found}Haulbook needs ${FEWEST}). Run \`ulimit -n 1024\` and start it again, or raise the limit where the service is defined.`,
  )
}

/** Infinity if there is no limit or it is unknown, 0 if not even a shell can start. */
function readLimit(): number {
  const { stdout, error } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })
  if (error && 'code' in error && error.code === 'EMFILE') return 0
  return Number(stdout) || Infinity
}
