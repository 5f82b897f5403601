/** Builds the web before the browser tests. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const SCRIPT = path.join(import.meta.dirname, '../scripts/build-web.ts')

export function setup(): void {
  execFileSync(process.execPath, [SCRIPT], { stdio: 'inherit' })
}
