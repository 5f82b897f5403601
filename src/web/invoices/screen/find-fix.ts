/** Where to fix a load that is not ready to bill. */
import type { NotReadyLoad } from '#core/invoices/responses.ts'
import { pageAddress } from '#web/records/page/page-address.ts'

type Load = Pick<NotReadyLoad, 'id' | 'brokerId' | 'brokerName'>

/** The broker's form if the reason names the broker, the load's page if a paper is the reason, else the load's form. */
export function findFix({ id, brokerId, brokerName }: Load, reason: string): string {
  if (brokerId !== null && brokerName && reason.startsWith(brokerName))
    return `/brokers?edit=${brokerId}`
  const isPaper = /^No (?!broker$|rate$)/.test(reason) || reason.startsWith('The rate confirmation')
  return isPaper ? pageAddress('loads', id) : `/loads?edit=${id}`
}
