/** The addresses of the portal. */
import { createBrowserRouter, Link, Navigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { AccountPage } from './account/account-page.tsx'
import { LoadsPage } from './loads/loads-page.tsx'
import { BalancesPage } from './money/balances-page.tsx'
import { YearPage } from './money/year-page.tsx'
import { PortalLayout } from './portal-layout.tsx'
import { PortalPage } from './portal-page.tsx'
import { useMessages, usePortalUser } from './portal-user.ts'
import { StatementPage } from './statement/statement-page.tsx'
import { StatementsPage } from './statement/statements-page.tsx'

export const portalRouter = createBrowserRouter([
  {
    element: <PortalLayout />,
    errorElement: <Failed />,
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <Failed />,
        children: [
          { path: 'portal/statements', Component: StatementsPage },
          { path: 'portal/statements/:id', Component: StatementPage },
          { path: 'portal/balances', Component: BalancesPage },
          { path: 'portal/year', Component: YearPage },
          { path: 'portal/loads', Component: LoadsPage },
          { path: 'portal/account', Component: AccountPage },
          ...['', 'login', 'signup', 'portal'].map((path) => ({ path, Component: FirstPage })),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
])

/** An owner reads statements, a driver looks for the next load. */
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
