/** Lists that grow without limit. `plans/` reads a page of them by index, whatever their length. */

/** The columns that have an index (user_id, column, id). A test looks for each. */
const INDEXED_COLUMNS: Record<string, ReadonlySet<string>> = {
  loads: new Set([
    ...['truckId', 'driverId', 'driver2Id', 'brokerId', 'dispatcherId'],
    ...['pickupDate', 'deliveryDate', 'settlementDate'],
    ...['deliveryStatus', 'paymentStatus', 'bolStatus'],
    ...['revenue', 'miles', 'weight'],
  ]),
}

export function isLong(list: string): boolean {
  return list in INDEXED_COLUMNS
}

export function isIndexed(list: string, column: string): boolean {
  return INDEXED_COLUMNS[list]?.has(column) ?? false
}

export function indexedColumns(list: string): string[] {
  return [...(INDEXED_COLUMNS[list] ?? [])]
}
