/**
 * Every screen of the office, each declared once: its address, who may open it, its page, its name, and where it belongs: a place
 * of the sidebar, a tab of a place, or a page below one. The router, the sidebar, the tabs, the links back, the palette, the check
 * of access and the tests of all screens follow (SPEC A2, C82, C465).
 *
 * The order of the places is kept for what comes: Maintenance, Inspections, a Board, IFTA.
 */
import {
  AtSign,
  Banknote,
  BookOpenCheck,
  Building2,
  CalendarCheck,
  CalendarRange,
  CircleDollarSign,
  CircleHelp,
  ClipboardList,
  Database,
  Files,
  FileSliders,
  FileStack,
  FileText,
  HandCoins,
  Headset,
  History,
  Inbox,
  KeyRound,
  Landmark,
  LayoutDashboard,
  Mail,
  Percent,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Trash2,
  TrendingUp,
  Truck,
  UserRound,
  UserRoundCog,
  Users,
} from 'lucide-react'
import { createElement, type ComponentType } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { profitTables } from '#core/profit/tables.ts'
import type { Screen } from '#web/ui/screens.ts'
import { fuelScreens } from './fuel-screens.ts'
import { rowsScreen } from './rows-screen.ts'
import { truckScreens } from './truck-screens.ts'

/** In the order of the sidebar, of its tabs and of the palette. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    access: 'office',
    name: { title: 'Dashboard', icon: LayoutDashboard },
    group: 'top',
    tab: { of: '/', title: 'Today' },
    page: async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
  },
  {
    path: '/profit',
    access: 'settlements',
    name: { title: 'Profit', icon: TrendingUp },
    tab: { of: '/', title: 'Profit' },
    page: async () => (await import('#web/profit/profit-page.tsx')).ProfitPage,
  },
  rowsScreen(profitTables.costs, Receipt, { of: '/', title: 'Costs' }),
  {
    path: '/drivers',
    access: 'office',
    name: { title: 'Drivers', icon: Users },
    group: 'Entity Management',
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
    group: 'Entity Management',
    tab: { of: '/owners', title: 'Owners' },
    page: async () => (await import('#web/payees/payees-pages.tsx')).OwnersPage,
  },
  {
    path: '/owners/:id',
    access: 'office',
    page: async () => (await import('#web/payees/owner-page.tsx')).OwnerPage,
  },
  {
    path: '/settlements/balances',
    access: 'settlements',
    name: { title: 'Balances', icon: Scale },
    tab: { of: '/owners', title: 'Balances' },
    page: async () => (await import('#web/balances/balances-page.tsx')).BalancesPage,
  },
  {
    path: '/trucks',
    access: 'office',
    name: { title: 'Trucks', icon: Truck },
    group: 'Entity Management',
    tab: { of: '/trucks', title: 'Trucks' },
    page: async () => (await import('#web/trucks/trucks-page.tsx')).TrucksPage,
  },
  {
    path: '/trucks/:id',
    access: 'office',
    page: async () => (await import('#web/trucks/truck-page.tsx')).TruckPage,
  },
  ...truckScreens,
  {
    path: '/brokers',
    access: 'office',
    name: { title: 'Brokers', icon: Building2 },
    group: 'Entity Management',
    tab: { of: '/brokers', title: 'Brokers' },
    page: async () => (await import('#web/brokers/brokers-page.tsx')).BrokersPage,
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
    tab: { of: '/brokers', title: 'Checks' },
    page: async () => (await import('#web/broker-checks/broker-checks-page.tsx')).BrokerChecksPage,
  },
  {
    path: '/dispatchers',
    access: 'office',
    name: { title: 'Dispatchers', icon: Headset },
    group: 'Entity Management',
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
    group: 'Operations',
    tab: { of: '/loads', title: 'Loads' },
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
    name: { title: 'Documents Inbox', icon: Inbox },
    tab: { of: '/loads', title: 'Documents Inbox' },
    page: async () => (await import('#web/documents/shown/inbox-page.tsx')).InboxPage,
  },
  {
    path: '/settlements/run',
    access: 'settlements',
    name: { title: 'Settlement Run', icon: CalendarCheck },
    tab: { of: '/settlements', title: 'Run', count: 'run' },
    page: async () => (await import('#web/settlements/run/run-page.tsx')).RunPage,
  },
  {
    path: '/settlements',
    access: 'settlements',
    name: { title: 'Settlements', icon: FileText },
    group: 'Operations',
    tab: { of: '/settlements', title: 'One Truck' },
    page: async () =>
      (await import('#web/settlements/screen/settlements-page.tsx')).SettlementsPage,
  },
  {
    path: '/settlements/statements',
    access: 'settlements',
    name: { title: 'Statements', icon: ReceiptText },
    tab: { of: '/settlements', title: 'Statements', count: 'statements' },
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
    parent: '/settlements/statements',
    page: async () => (await import('#web/questions/questions-page.tsx')).QuestionsPage,
  },
  {
    path: '/payments',
    access: 'settlements',
    name: { title: 'Payments', icon: Banknote },
    tab: { of: '/settlements', title: 'Payments' },
    page: async () => (await import('#web/payments/payments-page.tsx')).PaymentsPage,
  },
  {
    path: '/settlements/year',
    access: 'settlements',
    name: { title: 'Year-End (1099)', icon: CalendarRange },
    tab: { of: '/settlements', title: 'Year-End', count: 'year' },
    page: async () => (await import('#web/settlements/year/year-page.tsx')).YearPage,
  },
  {
    path: '/settlements/history',
    access: 'settlements',
    name: { title: 'Settlement History', icon: History },
    tab: { of: '/settlements', title: 'History' },
    page: async () => (await import('#web/settlements/history/history-page.tsx')).HistoryPage,
  },
  {
    path: '/invoices',
    access: 'invoices',
    name: { title: 'Invoices', icon: FileStack },
    group: 'Money',
    tab: { of: '/invoices', title: 'Invoices' },
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
    tab: { of: '/invoices', title: 'Received' },
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
    tab: { of: '/invoices', title: 'Receivables' },
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
    tab: { of: '/invoices', title: 'Factoring' },
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
  ...fuelScreens,
  {
    path: '/books',
    access: 'settlements',
    name: { title: 'Books', icon: BookOpenCheck },
    group: 'Money',
    page: async () => (await import('#web/books/books-page.tsx')).BooksPage,
  },
  {
    path: '/help/:name?',
    access: 'everyone',
    name: { title: 'Help', icon: CircleHelp },
    group: 'foot',
    page: async () => (await import('#web/guide/guide-page.tsx')).GuidePage,
  },
  {
    path: '/settings',
    access: 'everyone',
    name: { title: 'Settings', icon: Settings },
    group: 'foot',
    tab: { of: '/settings', title: 'Company' },
    page: async () => (await import('#web/settings/company-page.tsx')).CompanyPage,
  },
  {
    path: '/settings/deductions',
    access: 'settlements',
    name: { title: 'Deductions', icon: Percent },
    tab: { of: '/settings', title: 'Deductions' },
    page: async () => (await import('#web/settings/deductions-page.tsx')).DeductionsPage,
  },
  {
    path: '/settings/billing',
    access: 'billing',
    name: { title: 'Billing Settings', icon: FileSliders },
    tab: { of: '/settings', title: 'Billing' },
    page: async () => (await import('#web/settings/section-pages.tsx')).BillingSettingsPage,
  },
  {
    path: '/settings/documents',
    access: 'admin',
    name: { title: 'Document Settings', icon: Files },
    tab: { of: '/settings', title: 'Documents' },
    page: async () => (await import('#web/settings/section-pages.tsx')).DocumentSettingsPage,
  },
  {
    path: '/settings/email',
    access: 'admin',
    name: { title: 'Email Settings', icon: AtSign },
    tab: { of: '/settings', title: 'Email' },
    page: async () => (await import('#web/settings/section-pages.tsx')).EmailSettingsPage,
  },
  {
    path: '/mail',
    access: 'office',
    name: { title: 'Outbox', icon: Mail },
    parent: '/settings/email',
    page: async () => (await import('#web/mail/outbox-page.tsx')).OutboxPage,
  },
  {
    path: '/settings/team',
    access: 'admin',
    name: { title: 'Team', icon: UserRoundCog },
    tab: { of: '/settings', title: 'Team' },
    page: async () => (await import('#web/team/team-page.tsx')).TeamPage,
  },
  {
    path: '/settings/security',
    access: 'everyone',
    name: { title: 'Security', icon: KeyRound },
    tab: { of: '/settings', title: 'Security' },
    page: async () => (await import('#web/settings/security-page.tsx')).SecurityPage,
  },
  {
    path: '/audit',
    access: 'audit',
    name: { title: 'Audit Log', icon: ScrollText },
    parent: '/settings/security',
    page: async () => (await import('#web/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/settings/data',
    access: 'trash',
    name: { title: 'Data', icon: Database },
    tab: { of: '/settings', title: 'Data' },
    page: async () => (await import('#web/settings/data-page.tsx')).DataPage,
  },
  {
    path: '/trash',
    access: 'trash',
    name: { title: 'Trash', icon: Trash2 },
    parent: '/settings/data',
    page: async () => (await import('#web/trash/trash-page.tsx')).TrashPage,
  },
]

/** The list of an entity whose screen comes from its declaration alone. */
async function loadList(name: EntityName): Promise<ComponentType> {
  const { RecordsPage } = await import('#web/records/list/records-page.tsx')
  return () => createElement(RecordsPage, { entity: getEntity(name) })
}
