/** The screen of each address: the only place that combines the features. */
import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { Layout } from '#web/shell/layout.tsx'
import { NotFoundPage } from '#web/shell/not-found-page.tsx'
import { LoadingPalette } from '#web/palette/loading-palette.tsx'
import type { RecordFormProps } from '#web/records/form/record-form.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const Palette = onDemand(
  async () => (await import('#web/palette/palette.tsx')).Palette,
  LoadingPalette,
)

const PersonForm = onDemand<RecordFormProps>(
  async () => (await import('#web/payments/person-form.tsx')).PersonForm,
)

/** Entities whose screen comes from their declaration alone. */
const PLAIN: EntityName[] = ['brokers', 'dispatchers']
const PAYEES: EntityName[] = ['drivers', 'owners']

/** The page of one record (SPEC C53). */
const RECORD_PAGES: Record<EntityName, () => Promise<ComponentType>> = {
  owners: async () => (await import('#web/payees/owner-page.tsx')).OwnerPage,
  drivers: async () => (await import('#web/payees/driver-page.tsx')).DriverPage,
  trucks: async () => (await import('#web/trucks/truck-page.tsx')).TruckPage,
  brokers: async () => (await import('#web/brokers/broker-page.tsx')).BrokerPage,
  loads: async () => (await import('#web/loads/load-page.tsx')).LoadPage,
  dispatchers: async () => (await import('#web/dispatchers/dispatcher-page.tsx')).DispatcherPage,
}

/** A signed-in user is redirected from these to the dashboard. */
const signedOut: RouteObject[] = ['login', 'signup'].map((path) => ({
  path,
  element: <Navigate to="/" replace />,
}))

const screens: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  },
  ...PLAIN.map((name) => ({
    path: name,
    lazy: async () => {
      const { RecordsPage } = await import('#web/records/list/records-page.tsx')
      return { Component: () => <RecordsPage entity={getEntity(name)} /> }
    },
  })),
  ...PAYEES.map((name) => ({
    path: name,
    lazy: async () => {
      const { RecordsPage } = await import('#web/records/list/records-page.tsx')
      return { Component: () => <RecordsPage entity={getEntity(name)} Form={PersonForm} /> }
    },
  })),
  {
    path: 'trucks',
    lazy: async () => ({ Component: (await import('#web/trucks/trucks-page.tsx')).TrucksPage }),
  },
  {
    path: 'loads',
    lazy: async () => ({ Component: (await import('#web/loads/loads-page.tsx')).LoadsPage }),
  },
  {
    path: 'broker-checks',
    lazy: async () => ({
      Component: (await import('#web/broker-checks/broker-checks-page.tsx')).BrokerChecksPage,
    }),
  },
  {
    path: 'documents',
    lazy: async () => ({
      Component: (await import('#web/documents/shown/inbox-page.tsx')).InboxPage,
    }),
  },
  ...Object.entries(RECORD_PAGES).map(([name, load]) => ({
    path: `${name}/:id`,
    lazy: async () => ({ Component: await load() }),
  })),
  {
    path: 'factoring',
    lazy: async () => ({
      Component: (await import('#web/factoring/factoring-page.tsx')).FactoringPage,
    }),
  },
  {
    path: 'factoring/:id',
    lazy: async () => ({ Component: (await import('#web/factoring/factor-page.tsx')).FactorPage }),
  },
  {
    path: 'factoring/schedules/:id',
    lazy: async () => ({
      Component: (await import('#web/factoring/schedule-page.tsx')).SchedulePage,
    }),
  },
  {
    path: 'settlements/statements/:id',
    lazy: async () => ({
      Component: (await import('#web/settlements/statement/statement-page.tsx')).StatementPage,
    }),
  },
  {
    path: 'settlements',
    lazy: async () => ({
      Component: (await import('#web/settlements/screen/settlements-page.tsx')).SettlementsPage,
    }),
  },
  {
    path: 'settlements/run',
    lazy: async () => ({ Component: (await import('#web/settlements/run/run-page.tsx')).RunPage }),
  },
  {
    path: 'settlements/statements',
    lazy: async () => ({
      Component: (await import('#web/settlements/statements/statements-page.tsx')).StatementsPage,
    }),
  },
  {
    path: 'settlements/questions',
    lazy: async () => ({
      Component: (await import('#web/questions/questions-page.tsx')).QuestionsPage,
    }),
  },
  {
    path: 'settlements/balances',
    lazy: async () => ({
      Component: (await import('#web/balances/balances-page.tsx')).BalancesPage,
    }),
  },
  {
    path: 'settlements/year',
    lazy: async () => ({
      Component: (await import('#web/settlements/year/year-page.tsx')).YearPage,
    }),
  },
  {
    path: 'settlements/history',
    lazy: async () => ({
      Component: (await import('#web/settlements/history/history-page.tsx')).HistoryPage,
    }),
  },
  {
    path: 'payments',
    lazy: async () => ({
      Component: (await import('#web/payments/payments-page.tsx')).PaymentsPage,
    }),
  },
  {
    path: 'invoices',
    lazy: async () => ({
      Component: (await import('#web/invoices/screen/invoices-page.tsx')).InvoicesPage,
    }),
  },
  {
    path: 'invoices/:id',
    lazy: async () => ({
      Component: (await import('#web/invoices/page/invoice-page.tsx')).InvoicePage,
    }),
  },
  {
    path: 'receivables/reminders',
    lazy: async () => ({
      Component: (await import('#web/receivables/reminders-page.tsx')).RemindersPage,
    }),
  },
  {
    path: 'receivables/:id',
    lazy: async () => ({
      Component: (await import('#web/receivables/account-statement-page.tsx')).AccountStatementPage,
    }),
  },
  {
    path: 'receivables',
    lazy: async () => ({
      Component: (await import('#web/receivables/receivables-page.tsx')).ReceivablesPage,
    }),
  },
  {
    path: 'books',
    lazy: async () => ({ Component: (await import('#web/books/books-page.tsx')).BooksPage }),
  },
  {
    path: 'receipts',
    lazy: async () => ({
      Component: (await import('#web/receipts/receipts-page.tsx')).ReceiptsPage,
    }),
  },
  {
    path: 'receipts/new',
    lazy: async () => ({
      Component: (await import('#web/receipts/receive/receive-payment-page.tsx'))
        .ReceivePaymentPage,
    }),
  },
  {
    path: 'receipts/:id',
    lazy: async () => ({
      Component: (await import('#web/receipts/shown/receipt-page.tsx')).ReceiptPage,
    }),
  },
  {
    path: 'receipts/:id/apply',
    lazy: async () => ({
      Component: (await import('#web/receipts/receive/apply-page.tsx')).ApplyPage,
    }),
  },
  {
    path: 'audit',
    lazy: async () => ({ Component: (await import('#web/audit/audit-page.tsx')).AuditPage }),
  },
  {
    path: 'trash',
    lazy: async () => ({ Component: (await import('#web/trash/trash-page.tsx')).TrashPage }),
  },
  {
    path: 'settings',
    lazy: async () => ({
      Component: (await import('#web/settings/settings-page.tsx')).SettingsPage,
    }),
  },
  {
    path: 'mail',
    lazy: async () => ({ Component: (await import('#web/mail/outbox-page.tsx')).OutboxPage }),
  },
  {
    path: 'settings/team',
    lazy: async () => ({ Component: (await import('#web/team/team-page.tsx')).TeamPage }),
  },
  {
    path: 'help/:name?',
    lazy: async () => ({ Component: (await import('#web/guide/guide-page.tsx')).GuidePage }),
  },
  { path: '*', Component: NotFoundPage },
]

export const router = createBrowserRouter([
  {
    element: <Layout Palette={Palette} />,
    errorElement: <ErrorScreen />,
    HydrateFallback: () => null,
    // If a screen fails, the shell around it stays.
    children: [{ errorElement: <ErrorScreen />, children: [...signedOut, ...screens] }],
  },
])
