/** The app of a truck owner or a driver (SPEC C78). The office's screens are in `signed-in.tsx`. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router/dom'
import { SignInAgain } from '#web/accounts/sign-in-again.tsx'
import { rememberLanguage, useLanguage } from '#web/api/language.ts'
import { queryClient } from '#web/api/queries.ts'
import { AccountNotices } from '#web/team/account-notices.tsx'
import { TooltipProvider } from '#web/ui/overlays/tooltip.tsx'
import { portalRouter } from './portal-routes.tsx'
import { usePortalUser } from './portal-user.ts'

export function PortalApp() {
  const language = useLanguage()
  const { language: chosen } = usePortalUser()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    if (chosen) rememberLanguage(chosen)
  }, [chosen])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={portalRouter} />
        <SignInAgain />
        <AccountNotices />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
