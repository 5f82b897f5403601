/** Which tab of the load's form a field stands on. A field that is named nowhere is on the last. */

export const TABS = ['General', 'Route', 'Financial'] as const

type Tab = (typeof TABS)[number]

const ROUTE = /^(pickup|delivery)(City|State|Zip|Date)$|^miles$/
const GENERAL = [
  'loadId',
  'truckId',
  'driverId',
  'driver2Id',
  'brokerId',
  'cargoType',
  'weight',
  'deliveryStatus',
  'notes',
]

export function tabOf(name: string): Tab {
  if (GENERAL.includes(name)) return 'General'
  return ROUTE.test(name) ? 'Route' : 'Financial'
}
