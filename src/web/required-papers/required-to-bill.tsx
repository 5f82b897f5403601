import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import {
  fillRules,
  listPapers,
  NO_RULES,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import { PAPER_KINDS, type PaperKind } from '#core/required-papers/paper-kinds.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { requiredPapersQuery, useSaveRequiredPapers } from './queries.ts'

type RequiredToBillProps = {
  /** The missing papers of each load that is not ready to bill: "bol,rate-confirmation". */
  missing: readonly (string | null)[]
}

/**
 * Ends the requirement of a paper for the whole account, where its loads wait; who may not change it reads who may (SPEC C343).
 * Shows nothing if no rule is the reason.
 */
export function RequiredToBill({ missing }: RequiredToBillProps) {
  const mayChange = useMay('admin')
  const { data: rules = NO_RULES } = useQuery(requiredPapersQuery(null))
  const saving = useSaveRequiredPapers(null)
  const papers = findRequired(rules, missing)
  const { buttons, leave } = useNextButton(papers.length)
  if (!papers.length) return null

  function stopRequiring(kind: PaperKind, at: number) {
    const { firstDay, toSettle, version } = rules
    if (firstDay === null || saving.busy) return
    const toBill = { ...fillRules(rules.toBill, 'toBill'), [kind]: 'never' as const }
    leave(at)
    const saved = `${namePaper(kind)} no longer required to bill`
    saving.run({ values: { firstDay, toSettle, toBill }, version, saved })
  }

  return (
    <section
      aria-label="Required to bill"
      className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm"
    >
      {mayChange ? (
        <p>
          Add the missing documents to the loads, or stop requiring a document for all loads.{' '}
          <Link className="text-accent-strong underline" to="/settings/documents">
            Settings
          </Link>{' '}
          has the rules, under Required Documents.
        </p>
      ) : (
        <p>
          Loads are missing required documents. Add them to the loads. An Admin can stop requiring a
          document.
        </p>
      )}
      {mayChange && (
        <div ref={buttons} className="flex flex-wrap gap-2">
          {papers.map(({ kind, count }, at) => (
            <Button
              key={kind}
              variant="secondary"
              size="long"
              aria-disabled={saving.busy}
              onClick={() => stopRequiring(kind, at)}
            >
              {`Don’t Require ${namePaper(kind)} (${count} ${count === 1 ? 'load' : 'loads'})`}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** The button of a paper disappears with its requirement: the focus moves to the next one, or to the page after the last. */
function useNextButton(count: number) {
  const buttons = useRef<HTMLDivElement>(null)
  const left = useRef<number>(undefined)
  useEffect(() => {
    if (left.current === undefined) return
    const rest = [...(buttons.current?.querySelectorAll('button') ?? [])]
    restoreFocus(rest[left.current] ?? rest.at(-1) ?? document.getElementById('main'))
    left.current = undefined
  }, [count])
  return {
    buttons,
    leave(at: number) {
      left.current = at
    },
  }
}

/** The papers that the company requires and that loads lack, with the number of these loads. */
function findRequired({ toBill }: RequiredPapers, missing: RequiredToBillProps['missing']) {
  const rules = fillRules(toBill, 'toBill')
  return PAPER_KINDS.flatMap(({ value: kind }) => {
    const count = missing.filter((kinds) => kinds?.split(',').includes(kind)).length
    return rules[kind] !== 'never' && count > 0 ? [{ kind, count }] : []
  })
}

/** A POD counts as a BOL. */
function namePaper(kind: PaperKind): string {
  return kind === 'bol' ? 'BOL or POD' : listPapers(kind).join('')
}
