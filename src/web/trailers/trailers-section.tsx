import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { ListSection } from '#web/records/page/list-section.tsx'
import { pageAddress } from '#web/records/page/page-address.ts'

const trailers = getEntity('trailers')

/** The trailers of an owner; hidden without any (SPEC C520). */
export function TrailersSection({ match }: { match: Record<string, string> }) {
  return (
    <ListSection
      title="Trailers"
      listing={trailers}
      columns={defaultColumns(trailers).filter(({ title }) => title !== 'Owner')}
      match={match}
      listPath="/trailers"
      noun="trailer"
      addressOf={({ id }) => pageAddress('trailers', id)}
      empty={null}
    />
  )
}
