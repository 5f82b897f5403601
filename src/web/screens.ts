/**
 * Every screen of the office, each declared once: its address, who may open it, its page, its name and its place in the sidebar.
 * The router, the sidebar, the palette, the check of access and the tests of all screens follow (SPEC A2, C82).
 */
import {
  Banknote,
  BookOpenCheck,
  Building2,
  CalendarCheck,
  CalendarRange,
  CircleDollarSign,
  CircleHelp,
  ClipboardList,
  Container,
  CreditCard,
  FileStack,
  FileText,
  Gauge,
  HandCoins,
  Headset,
  History,
  Inbox,
  Landmark,
  LayoutDashboard,
  Mail,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Signature,
  Trash2,
  Truck,
  UserRound,
  UserRoundCog,
  Users,
  WalletCards,
} from 'lucide-react'
import { createElement, type ComponentType } from 'react'
import { cardTables } from '#core/cards/tables.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Table } from '#core/entities/table.ts'
import type { EntityName } from '#core/fields/field.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import type { Screen } from '#web/ui/screens.ts'

/** In the order of the sidebar, then of the palette. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    access: 'office',
    name: { title: 'Dashboard', icon: LayoutDashboard },
    sidebar: { group: 'top' },
    page: async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/drivers',
    access: 'office',
    name: { title: 'Drivers', icon: Users },
    sidebar: { group: 'Entity Management' },
    page: async () => (await import('#web/payees/payees-pages.tsx')).DriversPage,
  },
  {
    path: '/drivers/:id',
    access: 'office',
    page: async () => (await import('#web/payees/driver-page.tsx')).DriverPage,
  },
  {
    path: '/owners',
    access: 'office',
    name: { title: 'Owners', icon: UserRound },
    sidebar: { group: 'Entity Management' },
    page: async () => (await import('#web/payees/payees-pages.tsx')).OwnersPage,
  },
  {
    path: '/owners/:id',
    access: 'office',
    page: async () => (await import('#web/payees/owner-page.tsx')).OwnerPage,
  },
  {
    path: '/trucks',
    access: 'office',
    name: { title: 'Trucks', icon: Truck },
    sidebar: { group: 'Entity Management' },
    page: async () => (await import('#web/trucks/trucks-page.tsx')).TrucksPage,
  },
  {
    path: '/trucks/:id',
    access: 'office',
    page: async () => (await import('#web/trucks/truck-page.tsx')).TruckPage,
  },
  {
    path: '/odometer-readings',
    access: 'office',
    name: { title: 'Odometer Readings', icon: Gauge },
    page: () => loadRows(fleetTables.odometer_readings),
  },
  {
    path: '/leases',
    access: 'settlements',
    name: { title: 'Leases', icon: Signature },
    page: async () => (await import('#web/fleet/leases-page.tsx')).LeasesPage,
  },
  {
    path: '/leases/:id',
    access: 'settlements',
    page: async () => (await import('#web/fleet/lease-page.tsx')).LeasePage,
  },
  {
    path: '/cards',
    access: 'settlements',
    name: { title: 'Cards', icon: CreditCard },
    page: () => loadRows(cardTables.cards),
  },
  {
    path: '/card-accounts',
    access: 'settlements',
    name: { title: 'Card Accounts', icon: WalletCards },
    page: () => loadRows(cardTables.card_accounts),
  },
  {
    path: '/trailers',
    access: 'office',
    name: { title: 'Trailers', icon: Container },
    page: () => loadList('trailers'),
  },
  {
    path: '/trailers/:id',
    access: 'office',
    page: async () => (await import('#web/trailers/trailer-page.tsx')).TrailerPage,
  },
  {
    path: '/brokers',
    access: 'office',
    name: { title: 'Brokers', icon: Building2 },
    sidebar: { group: 'Entity Management' },
    page: () => loadList('brokers'),
  },
  {
    path: '/brokers/:id',
    access: 'office',
    page: async () => (await import('#web/brokers/broker-page.tsx')).BrokerPage,
  },
  {
    path: '/broker-checks',
    access: 'office',
    name: { title: 'Broker Checks', icon: ShieldCheck },
    sidebar: { group: 'Entity Management', within: true },
    page: async () => (await import('#web/broker-checks/broker-checks-page.tsx')).BrokerChecksPage,
  },
  {
    path: '/dispatchers',
    access: 'office',
    name: { title: 'Dispatchers', icon: Headset },
    sidebar: { group: 'Entity Management' },
    page: () => loadList('dispatchers'),
  },
  {
    path: '/dispatchers/:id',
    access: 'office',
    page: async () => (await import('#web/dispatchers/dispatcher-page.tsx')).DispatcherPage,
  },
  {
    path: '/loads',
    access: 'office',
    name: { title: 'Loads', icon: ClipboardList },
    sidebar: { group: 'Operations' },
    page: async () => (await import('#web/loads/loads-page.tsx')).LoadsPage,
  },
  {
    path: '/loads/:id',
    access: 'office',
    page: async () => (await import('#web/loads/load-page.tsx')).LoadPage,
  },
  {
    path: '/documents',
    access: 'office',
    name: { title: 'Papers Inbox', icon: Inbox },
    sidebar: { group: 'Operations', within: true },
    page: async () => (await import('#web/documents/shown/inbox-page.tsx')).InboxPage,
  },
  {
    path: '/settlements',
    access: 'settlements',
    name: { title: 'Settlements', icon: FileText },
    sidebar: { group: 'Operations' },
    page: async () =>
      (await import('#web/settlements/screen/settlements-page.tsx')).SettlementsPage,
  },
  {
    path: '/settlements/run',
    access: 'settlements',
    name: { title: 'Settlement Run', icon: CalendarCheck },
    sidebar: { group: 'Operations', within: true, count: 'run' },
    page: async () => (await import('#web/settlements/run/run-page.tsx')).RunPage,
  },
  {
    path: '/settlements/statements',
    access: 'settlements',
    name: { title: 'Statements', icon: ReceiptText },
    sidebar: { group: 'Operations', within: true, count: 'statements' },
    page: async () =>
      (await import('#web/settlements/statements/statements-page.tsx')).StatementsPage,
  },
  {
    path: '/settlements/statements/:id',
    access: 'settlements',
    page: async () => (await import('#web/settlements/statement/statement-page.tsx')).StatementPage,
  },
  {
    path: '/settlements/questions',
    access: 'settlements',
    page: async () => (await import('#web/questions/questions-page.tsx')).QuestionsPage,
  },
  {
    path: '/settlements/year',
    access: 'settlements',
    name: { title: 'Year-End (1099)', icon: CalendarRange },
    sidebar: { group: 'Operations', within: true, count: 'year' },
    page: async () => (await import('#web/settlements/year/year-page.tsx')).YearPage,
  },
  {
    path: '/invoices',
    access: 'invoices',
    name: { title: 'Invoices', icon: FileStack },
    sidebar: { group: 'Billing' },
    page: async () => (await import('#web/invoices/screen/invoices-page.tsx')).InvoicesPage,
  },
  {
    path: '/invoices/:id',
    access: 'invoices',
    page: async () => (await import('#web/invoices/page/invoice-page.tsx')).InvoicePage,
  },
  {
    path: '/receipts',
    access: 'invoices',
    name: { title: 'Money Received', icon: CircleDollarSign },
    sidebar: { group: 'Billing' },
    page: async () => (await import('#web/receipts/receipts-page.tsx')).ReceiptsPage,
  },
  {
    path: '/receipts/new',
    access: 'billing',
    page: async () =>
      (await import('#web/receipts/receive/receive-payment-page.tsx')).ReceivePaymentPage,
  },
  {
    path: '/receipts/:id',
    access: 'invoices',
    page: async () => (await import('#web/receipts/shown/receipt-page.tsx')).ReceiptPage,
  },
  {
    path: '/receipts/:id/apply',
    access: 'invoices',
    page: async () => (await import('#web/receipts/receive/apply-page.tsx')).ApplyPage,
  },
  {
    path: '/receivables',
    access: 'invoices',
    name: { title: 'Receivables', icon: HandCoins },
    sidebar: { group: 'Billing' },
    page: async () => (await import('#web/receivables/receivables-page.tsx')).ReceivablesPage,
  },
  {
    path: '/receivables/reminders',
    access: 'invoices',
    page: async () => (await import('#web/receivables/reminders-page.tsx')).RemindersPage,
  },
  {
    path: '/receivables/:id',
    access: 'invoices',
    page: async () =>
      (await import('#web/receivables/account-statement-page.tsx')).AccountStatementPage,
  },
  {
    path: '/factoring',
    access: 'invoices',
    name: { title: 'Factoring', icon: Landmark },
    sidebar: { group: 'Billing' },
    page: async () => (await import('#web/factoring/factoring-page.tsx')).FactoringPage,
  },
  {
    path: '/factoring/:id',
    access: 'invoices',
    page: async () => (await import('#web/factoring/factor-page.tsx')).FactorPage,
  },
  {
    path: '/factoring/schedules/:id',
    access: 'invoices',
    page: async () => (await import('#web/factoring/schedule-page.tsx')).SchedulePage,
  },
  {
    path: '/books',
    access: 'settlements',
    name: { title: 'Books', icon: BookOpenCheck },
    sidebar: { group: 'Billing' },
    page: async () => (await import('#web/books/books-page.tsx')).BooksPage,
  },
  {
    path: '/settlements/balances',
    access: 'settlements',
    name: { title: 'Balances', icon: Scale },
    page: async () => (await import('#web/balances/balances-page.tsx')).BalancesPage,
  },
  {
    path: '/settlements/history',
    access: 'settlements',
    name: { title: 'Settlement History', icon: History },
    page: async () => (await import('#web/settlements/history/history-page.tsx')).HistoryPage,
  },
  {
    path: '/payments',
    access: 'settlements',
    name: { title: 'Payments', icon: Banknote },
    page: async () => (await import('#web/payments/payments-page.tsx')).PaymentsPage,
  },
  {
    path: '/audit',
    access: 'audit',
    name: { title: 'Audit Log', icon: ScrollText },
    page: async () => (await import('#web/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/trash',
    access: 'trash',
    name: { title: 'Trash', icon: Trash2 },
    page: async () => (await import('#web/trash/trash-page.tsx')).TrashPage,
  },
  {
    path: '/settings/team',
    access: 'admin',
    name: { title: 'Team', icon: UserRoundCog },
    page: async () => (await import('#web/team/team-page.tsx')).TeamPage,
  },
  {
    path: '/mail',
    access: 'office',
    name: { title: 'Outbox', icon: Mail },
    page: async () => (await import('#web/mail/outbox-page.tsx')).OutboxPage,
  },
  {
    path: '/help/:name?',
    access: 'everyone',
    name: { title: 'Help', icon: CircleHelp },
    sidebar: { group: 'foot' },
    page: async () => (await import('#web/guide/guide-page.tsx')).GuidePage,
  },
  {
    path: '/settings',
    access: 'everyone',
    name: { title: 'Settings', icon: Settings },
    sidebar: { group: 'foot' },
    page: async () => (await import('#web/settings/settings-page.tsx')).SettingsPage,
  },
]

/** The list of a table that is declared with `listedRows`. */
async function loadRows({ list }: Required<Pick<Table, 'list'>>): Promise<ComponentType> {
  const { RowsPage } = await import('#web/records/list/rows-page.tsx')
  return () => createElement(RowsPage, { list })
}

/** The list of an entity whose screen comes from its declaration alone. */
async function loadList(name: EntityName): Promise<ComponentType> {
  const { RecordsPage } = await import('#web/records/list/records-page.tsx')
  return () => createElement(RecordsPage, { entity: getEntity(name) })
}
