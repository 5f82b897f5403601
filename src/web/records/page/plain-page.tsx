import type { ReactNode } from 'react'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts, RecordFacts } from './record-facts.tsx'
import { RecordPage } from './record-page.tsx'

type PlainPageProps = {
  entity: Entity
  /** Of the card with the fields. */
  title?: string
  children?: (record: AnyRecord) => ReactNode
}

/** The page of an entity with one card of fields. `children`: what belongs to the record (SPEC C53). */
export function PlainPage({ entity, title = 'Contact', children }: PlainPageProps) {
  const names = Object.keys(entity.fields).filter((name) => name !== entity.label)
  return (
    <RecordPage entity={entity}>
      {(record) => (
        <>
          <Card title={title}>
            <Facts>
              <RecordFacts entity={entity} record={record} names={names} />
            </Facts>
          </Card>
          {children?.(record)}
        </>
      )}
    </RecordPage>
  )
}
