import type { Entity } from '#core/entities/entity.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts, RecordFacts } from './record-facts.tsx'
import { RecordPage } from './record-page.tsx'

/** The page of an entity that nothing else belongs to (SPEC C53). */
export function PlainPage({ entity }: { entity: Entity }) {
  const names = Object.keys(entity.fields).filter((name) => name !== entity.label)
  return (
    <RecordPage entity={entity}>
      {(record) => (
        <Card title="Contact">
          <Facts>
            <RecordFacts entity={entity} record={record} names={names} />
          </Facts>
        </Card>
      )}
    </RecordPage>
  )
}
