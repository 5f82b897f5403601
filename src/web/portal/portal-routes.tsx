/** The addresses of the portal. */
import { useQuery } from '@tanstack/react-query'
import {
  CalendarRange,
  ClipboardList,
  Fuel,
  type LucideIcon,
  ReceiptText,
  Scale,
  UserRound,
} from 'lucide-react'
import { createBrowserRouter, Link, Navigate, NavLink, Outlet } from 'react-router'
import { LanguageSwitch } from '#web/portal/account/language-switch.tsx'
import { OwnBell } from '#web/portal/bell/own-bell.tsx'
import { OwnLoadsPage } from '#web/portal/loads/own-loads-page.tsx'
import type { Messages } from '#web/portal/messages/english.ts'
import { OwnBalancesPage } from '#web/portal/money/own-balances-page.tsx'
import { OwnYearPage } from '#web/portal/money/own-year-page.tsx'
import { OwnPurchasesPage } from '#web/portal/purchases/own-purchases-page.tsx'
import { OwnStatementPage } from '#web/portal/statement/own-statement-page.tsx'
import { OwnStatementsPage } from '#web/portal/statement/own-statements-page.tsx'
import { ThemeToggle } from '#web/shell/theme-toggle.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { PortalPage } from './portal-page.tsx'
import { useMessages, usePortalUser } from './portal-user.ts'
import { profileQuery } from './queries.ts'

type Tab = { path: string; icon: LucideIcon; title: (messages: Messages) => string }

const LOADS: Tab = { path: '/portal/loads', icon: ClipboardList, title: ({ loads }) => loads }
const PURCHASES: Tab = {
  path: '/portal/fuel-and-tolls',
  icon: Fuel,
  title: ({ purchases }) => purchases,
}
const ACCOUNT: Tab = { path: '/portal/account', icon: UserRound, title: ({ account }) => account }
const PAY: Tab[] = [
  { path: '/portal/statements', icon: ReceiptText, title: ({ statements }) => statements },
  { path: '/portal/balances', icon: Scale, title: ({ balances }) => balances },
  { path: '/portal/year', icon: CalendarRange, title: ({ year }) => year },
]

/** The bar with the carrier's name, and the navigation: below on a phone, above on a wide screen. */
function PortalLayout() {
  const messages = useMessages()
  const { account } = usePortalUser()
  const isPaid = useIsPaid()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-sm text-on-accent focus:translate-y-0"
      >
        {messages.skip}
      </a>
      <header
        data-shell
        className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b border-line bg-surface px-3"
      >
        <img src="/favicon.svg" alt="" className="size-7" />
        <p className="min-w-0 grow truncate font-semibold">{account.name}</p>
        {isPaid && <OwnBell />}
        <LanguageSwitch />
        <ThemeToggle labels={messages.theme} />
      </header>
      <Tabs />
      <main id="main" tabIndex={-1} className="grow pb-20 outline-none md:pb-0">
        <Outlet />
      </main>
    </div>
  )
}

function Tabs() {
  const messages = useMessages()
  const tabs = useTabs()
  return (
    <nav
      data-floating
      aria-label={messages.navigation}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:static md:justify-center md:border-t-0 md:border-b print:hidden"
    >
      {tabs.map(({ path, icon: Icon, title }) => (
        <NavLink
          key={path}
          to={path}
          className={({ isActive }) =>
            classes(
              'flex min-w-0 flex-auto flex-col items-center gap-0.5 px-0.5 py-2 text-[0.6875rem] sm:text-xs md:flex-none md:flex-row md:gap-2 md:px-4 md:py-3 md:text-sm',
              isActive
                ? 'font-medium text-accent-strong md:shadow-[inset_0_-2px] md:shadow-accent'
                : 'text-muted hover:bg-hover',
            )
          }
        >
          <Icon aria-hidden className="size-5 shrink-0 md:size-4" />
          <span className="max-w-full truncate">{title(messages)}</span>
        </NavLink>
      ))}
    </nav>
  )
}

/** A driver who is not paid by statements has no pages about money. */
function useTabs(): Tab[] {
  const { role } = usePortalUser()
  const isPaid = useIsPaid()
  if (role === 'owner') return [...PAY.slice(0, 1), LOADS, PURCHASES, ...PAY.slice(1), ACCOUNT]
  return isPaid ? [LOADS, ...PAY, ACCOUNT] : [LOADS, ACCOUNT]
}

function useIsPaid(): boolean {
  const { role } = usePortalUser()
  const { data } = useQuery(profileQuery)
  return role === 'owner' || data?.isPayee === true
}

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
          { path: 'portal/fuel-and-tolls', Component: OwnPurchasesPage },
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
          ...['', 'login', 'signup', 'forgot-password', 'portal'].map((path) => ({
            path,
            Component: FirstPage,
          })),
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
