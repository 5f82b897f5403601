import { Palette } from '#web/palette/palette.tsx'
import { Layout } from '#web/shell/layout.tsx'

/** What stands around every screen once somebody is signed in; the login does not wait for it. */
export function SignedIn() {
  return <Layout Palette={Palette} />
}
