/** The part of the app that the login does not load. */
import { useEffect } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { SignInAgain } from '#web/accounts/sign-in-again.tsx'
import { AccountNotices } from '#web/team/account-notices.tsx'
import { queryClient } from '#web/api/queries.ts'
import { proposeTimeZone, useUser } from '#web/api/session.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { TooltipProvider } from '#web/ui/overlays/tooltip.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { router } from './routes.tsx'

const TwoStepRequired = onDemand(
  async () => (await import('#web/accounts/two-step/two-step-required.tsx')).TwoStepRequired,
)

export function SignedIn() {
  const user = useUser()
  const lacksTwoStep = user && 'lacksTwoStep' in user && user.lacksTwoStep
  useEffect(() => {
    if (user && !lacksTwoStep) proposeTimeZone(user)
  }, [user, lacksTwoStep])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {lacksTwoStep ? <TwoStepRequired /> : <RouterProvider router={router} />}
        <OpenQuestions />
        <SignInAgain />
        <AccountNotices />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
