/**
 * The fields of each tab of a load's form (SPEC A2). A field that is not listed is on the last tab. Fields that most loads use
 * come first, which saves two keystrokes per load.
 */

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
    'trailerId',
    'cargoType',
    'weight',
    'brokerLoadNumber',
    'bolNumber',
    'pieces',
    'dispatcherId',
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
    'pickupTime',
    'deliveryTime',
    'pickupNumber',
    'poNumber',
    'miles',
    'emptyMiles',
  ],
  Financial: ['revenue', 'settlementDate', 'paymentStatus', 'bolStatus', 'settledElsewhere'],
}

export function findTab(name: string): Tab {
  return TABS.find((tab) => FIELDS[tab].includes(name)) ?? LAST
}

/** The fields among `names` that a tab shows, in the tab's order. */
export function fieldsOn(tab: Tab, names: readonly string[]): string[] {
  const listed = FIELDS[tab].filter((name) => names.includes(name))
  return [...listed, ...names.filter((name) => findTab(name) === tab && !listed.includes(name))]
}

/** The tab after (1) or before (-1) `tab`; undefined at the ends. */
export function findNeighbor(tab: Tab, step: 1 | -1): Tab | undefined {
  return TABS[TABS.indexOf(tab) + step]
}
