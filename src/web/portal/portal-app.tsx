/** The app of a truck owner or a driver (SPEC C78). The office's screens are in `signed-in.tsx`. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router/dom'
import { SignInAgain } from '#web/accounts/sign-in-again.tsx'
import { queryClient } from '#web/api/queries.ts'
import { SwitchedNotice } from '#web/team/switched-notice.tsx'
import { ViewAsFrame } from '#web/team/view-as-frame.tsx'
import { TooltipProvider } from '#web/ui/overlays/tooltip.tsx'
import { portalRouter } from './portal-routes.tsx'
import { useLanguage } from './portal-user.ts'

export function PortalApp() {
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={portalRouter} />
        <ViewAsFrame />
        <SignInAgain />
        <SwitchedNotice />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
