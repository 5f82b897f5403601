/** Where a load that is not ready to bill is fixed. */
import type { NotReadyLoad } from '#core/invoices/responses.ts'
import { pageAddress } from '#web/records/page/page-address.ts'

/** The page of the broker if the reason is about the broker's details, else that of the load. */
export function findFix(
  { id, brokerId }: Pick<NotReadyLoad, 'id' | 'brokerId'>,
  reason: string,
): string {
  const isOfBroker = brokerId !== null && /^(The )?broker\b/i.test(reason)
  return isOfBroker ? pageAddress('brokers', brokerId) : pageAddress('loads', id)
}
