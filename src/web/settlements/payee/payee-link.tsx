import type { PayeeIds } from '#core/settlements/payee.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'

type PayeeLinkProps = PayeeIds & { name: string | null }

/** The payee's name, as a link to the owner's or the driver's page (SPEC C54). */
export function PayeeLink({ ownerId, driverId, name }: PayeeLinkProps) {
  if (ownerId !== null)
    return (
      <RecordLink to="owners" id={ownerId}>
        {name}
      </RecordLink>
    )
  if (driverId !== null)
    return (
      <RecordLink to="drivers" id={driverId}>
        {name}
      </RecordLink>
    )
  return <strong>{name ?? 'none (the truck has no owner and no driver)'}</strong>
}
