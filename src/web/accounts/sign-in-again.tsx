import { useSession } from '#web/api/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const SignInDialog = onDemand(async () => (await import('./sign-in-dialog.tsx')).SignInDialog)

/** After the session expired while something was typed. No page loads the dialog at once. */
export function SignInAgain() {
  const session = useSession()
  return session.state === 'ended' ? <SignInDialog session={session} /> : null
}
