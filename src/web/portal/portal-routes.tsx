/** The addresses of the portal. */
import { createBrowserRouter, Link, Navigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { OwnLoadsPage } from './loads/own-loads-page.tsx'
import { OwnBalancesPage } from './money/own-balances-page.tsx'
import { OwnYearPage } from './money/own-year-page.tsx'
import { PortalLayout } from './portal-layout.tsx'
import { PortalPage } from './portal-page.tsx'
import { useMessages, usePortalUser } from './portal-user.ts'
import { OwnStatementPage } from './statement/own-statement-page.tsx'
import { OwnStatementsPage } from './statement/own-statements-page.tsx'

export const portalRouter = createBrowserRouter([
  {
    element: <PortalLayout />,
    errorElement: <Failed />,
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <Failed />,
        children: [
          { path: 'portal/statements', Component: OwnStatementsPage },
          { path: 'portal/statements/:id', Component: OwnStatementPage },
          { path: 'portal/balances', Component: OwnBalancesPage },
          { path: 'portal/year', Component: OwnYearPage },
          { path: 'portal/loads', Component: OwnLoadsPage },
          {
            path: 'portal/account',
            // Loaded on demand: most visits need no password form and no two-step login.
            lazy: async () => ({
              Component: (await import('./account/own-account-page.tsx')).OwnAccountPage,
            }),
          },
          ...['', 'login', 'signup', 'portal'].map((path) => ({ path, Component: FirstPage })),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])

/** An owner starts with the statements, a driver with the loads. */
function FirstPage() {
  const { role } = usePortalUser()
  const page = role === 'owner' ? '/portal/statements' : '/portal/loads'
  return <Navigate to={page} replace />
}

/** Replaces a screen that failed to render. */
function Failed() {
  const { errors, reload } = useMessages()
  return (
    <div role="alert" className="grid justify-items-center gap-3 p-8 text-center">
      <p>{errors.other}</p>
      <Button onClick={() => window.location.reload()}>{reload}</Button>
    </div>
  )
}

function NotFound() {
  const { notFound } = useMessages()
  return (
    <PortalPage title={notFound.title}>
      <Link className="justify-self-start text-sm text-accent-strong underline" to="/">
        {notFound.home}
      </Link>
    </PortalPage>
  )
}
