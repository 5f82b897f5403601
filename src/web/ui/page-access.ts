/** The permission that each screen needs. The server checks permissions itself; this only hides what it would reject (SPEC C82). */
import type { Permission } from '#core/team/roles.ts'

const ACCESS: Record<string, Permission> = {
  '/drivers': 'office',
  '/owners': 'office',
  '/trucks': 'office',
  '/brokers': 'office',
  '/broker-checks': 'office',
  '/dispatchers': 'office',
  '/loads': 'office',
  '/documents': 'office',
  '/books': 'settlements',
  '/settlements': 'settlements',
  '/payments': 'settlements',
  '/receipts': 'invoices',
  '/receipts/new': 'billing',
  '/receivables': 'invoices',
  '/invoices': 'invoices',
  '/factoring': 'invoices',
  '/audit': 'audit',
  '/trash': 'trash',
  '/settings': 'everyone',
  '/settings/team': 'admin',
  '/mail': 'office',
  '/help': 'everyone',
}

/** The permission for an address such as "/loads/7?edit=7". A page inherits from the screen above it; an unknown address needs nothing. */
export function findPageAccess(address: string): Permission {
  const [path = ''] = address.toLowerCase().split(/[?#]/)
  const parts = path.split('/').filter(Boolean)
  for (let length = parts.length; length > 0; length--) {
    const access = ACCESS[`/${parts.slice(0, length).join('/')}`]
    if (access) return access
  }
  return parts.length ? 'everyone' : 'office'
}
