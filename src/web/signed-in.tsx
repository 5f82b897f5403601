/** The part of the app that the login does not load. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { SignInAgain } from '#web/accounts/sign-in-again.tsx'
import { ViewAsFrame } from '#web/team/view-as-frame.tsx'
import { SwitchedNotice } from '#web/team/switched-notice.tsx'
import { queryClient } from '#web/api/queries.ts'
import { TooltipProvider } from '#web/ui/overlays/tooltip.tsx'
import { router } from './routes.tsx'

export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <ViewAsFrame />
        <SignInAgain />
        <SwitchedNotice />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
