/** Where a load that is not ready to bill is fixed. */
import type { NotReadyLoad } from '#core/invoices/responses.ts'
import { pageAddress } from '#web/records/page/page-address.ts'

type Load = Pick<NotReadyLoad, 'id' | 'brokerId' | 'brokerName'>

/** The form of the broker if the reason names the broker; the papers of the load; else its form. */
export function findFix({ id, brokerId, brokerName }: Load, reason: string): string {
  if (brokerId !== null && brokerName && reason.startsWith(brokerName))
    return `/brokers?edit=${brokerId}`
  const isPaper = /^No (?!broker$|rate$)/.test(reason) || reason.startsWith('The rate confirmation')
  return isPaper ? pageAddress('loads', id) : `/loads?edit=${id}`
}
