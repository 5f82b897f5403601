import { Plus } from 'lucide-react'
import { useState } from 'react'
import { defaultColumns, type AnyRecord, type Listing } from '#core/entities/entity.ts'
import type { Permission } from '#core/team/roles.ts'
import { useMay } from '#web/api/may.tsx'
import { RowForms, type OpenedRow } from '#web/records/form/row-forms.tsx'
import type { FormStart } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ListSection } from './list-section.tsx'

type RowsSectionProps = {
  list: { listing: Listing; changedBy: Permission }
  title?: string
  description?: string
  /** The filter, as the list's address has it: the rows of the page's record. Its fields are not shown. */
  match: Record<string, string>
  /** What a new row starts with besides `match`. */
  start?: FormStart
  empty: string
  /** The page that a row opens. Without it, a row opens its form. */
  addressOf?: (record: AnyRecord) => string
}

/** The rows of a list that belong to a page's record, with their forms. */
export function RowsSection({ list, match, start, ...section }: RowsSectionProps) {
  const { listing, changedBy } = list
  const [opened, setOpened] = useState<OpenedRow>()
  const mayChange = useMay(changedBy)
  const fixed = Object.keys(match)
  const columns = defaultColumns(listing).filter(({ fields }) => !fixed.includes(fields[0]))
  return (
    <>
      <ListSection
        {...section}
        title={section.title ?? listing.title}
        listing={listing}
        columns={columns}
        match={match}
        listPath={`/${listing.name}`}
        noun={listing.singular.toLowerCase()}
        {...(mayChange ? { onOpen: (record) => setOpened({ form: 'edit', record }) } : {})}
        actions={
          mayChange && (
            <Button size="sm" variant="secondary" onClick={() => setOpened({ form: 'add' })}>
              <Plus aria-hidden className="size-4" />
              Add {listing.singular}
            </Button>
          )
        }
      />
      <RowForms
        {...{ listing, opened, fixed }}
        start={{ ...start, text: { ...match, ...start?.text } }}
        onOpen={setOpened}
      />
    </>
  )
}
