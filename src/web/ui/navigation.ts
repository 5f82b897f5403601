/** Every screen, and the groups of the sidebar (SPEC A2). */
import {
  Banknote,
  BookOpenCheck,
  Building2,
  CalendarCheck,
  CalendarRange,
  CircleHelp,
  ClipboardList,
  CircleDollarSign,
  FileStack,
  FileText,
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
  Trash2,
  Truck,
  UserRound,
  UserRoundCog,
  Users,
  type LucideIcon,
} from 'lucide-react'

export type OpenCount = 'run' | 'statements' | 'year'

/** `count`: the open work that the sidebar shows with the title. */
export type Destination = {
  title: string
  path: string
  icon: LucideIcon
  count?: OpenCount
  children?: Destination[]
}

export const GROUPS: { title?: string; items: Destination[] }[] = [
  { items: [{ title: 'Dashboard', path: '/', icon: LayoutDashboard }] },
  {
    title: 'Entity Management',
    items: [
      { title: 'Drivers', path: '/drivers', icon: Users },
      { title: 'Owners', path: '/owners', icon: UserRound },
      { title: 'Trucks', path: '/trucks', icon: Truck },
      {
        title: 'Brokers',
        path: '/brokers',
        icon: Building2,
        children: [{ title: 'Broker Checks', path: '/broker-checks', icon: ShieldCheck }],
      },
      { title: 'Dispatchers', path: '/dispatchers', icon: Headset },
    ],
  },
  {
    title: 'Operations',
    items: [
      {
        title: 'Loads',
        path: '/loads',
        icon: ClipboardList,
        children: [{ title: 'Papers Inbox', path: '/documents', icon: Inbox }],
      },
      {
        title: 'Settlements',
        path: '/settlements',
        icon: FileText,
        children: [
          { title: 'Settlement Run', path: '/settlements/run', icon: CalendarCheck, count: 'run' },
          {
            title: 'Statements',
            path: '/settlements/statements',
            icon: ReceiptText,
            count: 'statements',
          },
          {
            title: 'Year-End (1099)',
            path: '/settlements/year',
            icon: CalendarRange,
            count: 'year',
          },
        ],
      },
    ],
  },
  {
    title: 'Billing',
    items: [
      { title: 'Invoices', path: '/invoices', icon: FileStack },
      { title: 'Money Received', path: '/receipts', icon: CircleDollarSign },
      { title: 'Receivables', path: '/receivables', icon: HandCoins },
      { title: 'Factoring', path: '/factoring', icon: Landmark },
      { title: 'Books', path: '/books', icon: BookOpenCheck },
    ],
  },
]

export const GUIDE: Destination = { title: 'Help', path: '/help', icon: CircleHelp }
export const SETTINGS: Destination = { title: 'Settings', path: '/settings', icon: Settings }

/** Screens that open from another screen and have no sidebar entry. */
const OTHERS: Destination[] = [
  { title: 'Balances', path: '/settlements/balances', icon: Scale },
  { title: 'Settlement History', path: '/settlements/history', icon: History },
  { title: 'Payments', path: '/payments', icon: Banknote },
  { title: 'Audit Log', path: '/audit', icon: ScrollText },
  { title: 'Trash', path: '/trash', icon: Trash2 },
  { title: 'Team', path: '/settings/team', icon: UserRoundCog },
  { title: 'Outbox', path: '/mail', icon: Mail },
]

export const DESTINATIONS: Destination[] = [
  ...GROUPS.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.children ?? [])])),
  ...OTHERS,
  SETTINGS,
  GUIDE,
]
