/** The browser tests look at the web as it is now, not as it was built some time ago. */
import { execFileSync } from 'node:child_process'

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
}
