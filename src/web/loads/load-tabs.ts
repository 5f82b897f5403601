/** Which tab of a load's form shows which fields (SPEC A2). A field that is named nowhere is on the last. */

export const TABS = ['General', 'Route', 'Financial'] as const

export type Tab = (typeof TABS)[number]

const LAST: Tab = 'Financial'

const FIELDS: Record<Tab, readonly string[]> = {
  General: [
    'loadId',
    'deliveryStatus',
    'truckId',
    'brokerId',
    'driverId',
    'driver2Id',
    'cargoType',
    'weight',
    'notes',
  ],
  Route: [
    'pickupZip',
    'pickupCity',
    'pickupState',
    'pickupDate',
    'deliveryZip',
    'deliveryCity',
    'deliveryState',
    'deliveryDate',
    'miles',
  ],
  Financial: ['revenue', 'settlementDate', 'paymentStatus', 'bolStatus'],
}

export function findTab(name: string): Tab {
  return TABS.find((tab) => FIELDS[tab].includes(name)) ?? LAST
}

/** Of the fields of a form, those of a tab, in the tab's order. */
export function fieldsOn(tab: Tab, names: readonly string[]): string[] {
  const named = FIELDS[tab].filter((name) => names.includes(name))
  return [...named, ...names.filter((name) => findTab(name) === tab && !named.includes(name))]
}
