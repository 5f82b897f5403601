/** Every screen there is, and which of them the sidebar leads to (SPEC A2). */
import {
  Building2,
  CalendarCheck,
  CalendarRange,
  ClipboardList,
  FileText,
  Headset,
  History,
  LayoutDashboard,
  ScrollText,
  Settings,
  Truck,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react'

export type Destination = { title: string; path: string; icon: LucideIcon }

export const GROUPS: { title?: string; items: Destination[] }[] = [
  { items: [{ title: 'Dashboard', path: '/', icon: LayoutDashboard }] },
  {
    title: 'Entity Management',
    items: [
      { title: 'Drivers', path: '/drivers', icon: Users },
      { title: 'Owners', path: '/owners', icon: UserRound },
      { title: 'Trucks', path: '/trucks', icon: Truck },
      { title: 'Brokers', path: '/brokers', icon: Building2 },
      { title: 'Dispatchers', path: '/dispatchers', icon: Headset },
    ],
  },
  {
    title: 'Operations',
    items: [
      { title: 'Loads', path: '/loads', icon: ClipboardList },
      { title: 'Settlements', path: '/settlements', icon: FileText },
    ],
  },
]

export const SETTINGS: Destination = { title: 'Settings', path: '/settings', icon: Settings }

/** What is reached from another screen: the sidebar has no entry for it. */
const FURTHER: Destination[] = [
  { title: 'Pay Day', path: '/settlements/run', icon: CalendarCheck },
  { title: "Owners' Year", path: '/settlements/year', icon: CalendarRange },
  { title: 'Settlement History', path: '/settlements/history', icon: History },
  { title: 'Audit Log', path: '/audit', icon: ScrollText },
]

/** Every screen. */
export const DESTINATIONS: Destination[] = [
  ...GROUPS.flatMap(({ items }) => items),
  ...FURTHER,
  SETTINGS,
]
