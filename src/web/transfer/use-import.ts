import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import type { ColumnMatch, ImportCheck, Imported } from '#core/transfer/import.ts'
import type { ImportListName } from '#core/transfer/import-list.ts'
import { getImportList, importPath } from '#core/transfer/lists.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { newKey } from '#web/api/request-key.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { describeImported, listDecisions, needsDecision } from './describe-plan.ts'
import { describeImportError, isFileError, listCellErrors } from './import-errors.ts'
import { importQuery, START_CHOICES, type ImportChoices } from './import-choices.ts'
import { keepTables, openSheets } from './open-sheets.ts'
import { queueFiles, sortFiles, type QueuedFile } from './queue.ts'

type CheckRequest = { file: QueuedFile; columns?: ColumnMatch; choices: ImportChoices }
type ImportRequest = CheckRequest & { columns: ColumnMatch }

/** What the user decided for a table: it counts for the next ones with the same titles, such as weekly sheets (SPEC C516). */
type Answered = { table: string; choices: ImportChoices; decided: Set<string> }

/** `screenList`: the list of the screen. `lists`: the lists that the user may import. */
type Lists = { screenList: ImportListName | undefined; lists: readonly ImportListName[] }

/** Checks a file whenever the file or a choice changes, and imports one file after the other. */
export function useImport({ screenList, lists }: Lists, onDone: () => void) {
  const [files, setFiles] = useState<QueuedFile[]>([])
  const [result, setResult] = useState<ImportCheck>()
  const [choices, setChoices] = useState<ImportChoices>(START_CHOICES)
  const answered = useRef<Answered>(undefined)
  const file = files.find(({ done }) => done === undefined)

  const checking = useMutation({
    // One at a time: columns may change faster than a large file is checked.
    scope: { id: 'check import' },
    mutationFn: async ({ file, columns, choices }: CheckRequest) =>
      request<ImportCheck>(
        'POST',
        `${importPath(file.entity)}/check${importQuery(columns, choices)}`,
        {
          body: await file.content,
        },
      ),
  })

  const importing = useMutation({
    mutationFn: async ({ file, columns, choices }: ImportRequest) =>
      request<Imported>('POST', `${importPath(file.entity)}${importQuery(columns, choices)}`, {
        body: await file.content,
        // Files that were chosen together are undone together.
        headers: { 'Idempotency-Key': file.key, ...operationHeaders(file.operation) },
      }),
    // Also runs after the dialog was closed: the import continues without it.
    onSuccess: async (imported, { file }) => {
      const [title, description] = describeImported(getImportList(file.entity), imported)
      offerUndo({
        title,
        description,
        operation: file.operation,
        undone: (count) => `Import undone: ${pluralize(count, 'record')}`,
      })
      await refetchLists()
    },
    onError: (error, { file }) => {
      const title = getImportList(file.entity).title.toLowerCase()
      toastFailure(`Failed to import ${title}`, describeImportError(error))
    },
  })

  const opening = useMutation({
    mutationFn: async (chosen: File[]) => {
      const operation = newOperation()
      const sheets = (await Promise.all(chosen.map(openSheets))).flat()
      const known = sheets.length > 1 ? await keepTables(sheets) : sheets
      const read = known.map((sheet) => ({ ...sheet, key: newKey(), operation }))
      const queued = await queueFiles(read, lists)
      return screenList && read.length === 1
        ? queued.map((one) => setScreenList(screenList, one))
        : queued
    },
    onSuccess: (queued) => open(queued),
  })

  /** Imports the file immediately if it needs no decision and `continues`. */
  function check(next: CheckRequest, queue = files, continues = false) {
    importing.reset()
    checking.mutate(next, {
      onSuccess(checked) {
        const known = continues ? findAnswered(next.file, checked) : undefined
        if (known && next.choices === START_CHOICES && known.choices !== START_CHOICES) {
          setChoices(known.choices)
          check({ ...next, choices: known.choices }, queue, true)
          return
        }
        setResult(checked)
        if (continues && !needsDecision(checked, known?.decided))
          startImport({ ...next, result: checked }, queue)
      },
    })
  }

  function open(queue: QueuedFile[], continues = false) {
    setFiles(queue)
    setResult(undefined)
    setChoices(START_CHOICES)
    const next = queue.find(({ done }) => done === undefined)
    if (next) check({ file: next, choices: START_CHOICES }, queue, continues)
    else onDone()
  }

  function startImport(
    { file, result, choices }: CheckRequest & { result: ImportCheck },
    queue: QueuedFile[],
  ) {
    const finish = (done: string) => {
      open(sortFiles(queue.map((one) => (one === file ? { ...one, done } : one))), true)
    }
    if (!result.counts.new && !result.counts.changed) return finish('Nothing to import')
    importing.mutate(
      { file, columns: result.columns, choices },
      {
        onSuccess: (imported) => finish(describeImported(getImportList(file.entity), imported)[0]),
      },
    )
  }

  function findAnswered(file: QueuedFile, result: ImportCheck): Answered | undefined {
    return answered.current?.table === describeTable(file, result) ? answered.current : undefined
  }

  function rememberAnswers(file: QueuedFile, result: ImportCheck) {
    const before = findAnswered(file, result)?.decided ?? []
    const decided = new Set([...before, ...listDecisions(result)])
    answered.current = { table: describeTable(file, result), choices, decided }
  }

  function choose(next: Partial<ImportChoices>) {
    if (!file || !result) return
    const changed = { ...choices, ...next }
    setChoices(changed)
    check({ file, columns: result.columns, choices: changed })
  }

  return {
    opening,
    file,
    files,
    entity: getImportList(file?.entity ?? screenList ?? 'loads'),
    result,
    choices,
    checking,
    importing,
    errors: listCellErrors(importing.error) ?? result,
    /** A single file is for the screen's list. With several files, the column titles of each determine its list. */
    chooseFiles(chosen: File[]) {
      setFiles([])
      setResult(undefined)
      answered.current = undefined
      checking.reset()
      opening.mutate(chosen)
    },
    /** Undefined if the server rejected the file: the user has to choose another one. */
    checkAgain:
      checking.error && !isFileError(checking.error) && checking.variables
        ? () => checking.variables && check(checking.variables)
        : undefined,
    match(columns: ColumnMatch) {
      if (!file || !result) return
      setResult({ ...result, columns })
      check({ file, columns, choices })
    },
    choose,
    changeEntity(changed: QueuedFile, name: ImportListName) {
      const others = files.map((one) => (one === changed ? { ...one, entity: name } : one))
      open(sortFiles(others))
    },
    remove: (removed: QueuedFile) => open(files.filter((one) => one !== removed)),
    startImport() {
      if (!file || !result) return
      rememberAnswers(file, result)
      startImport({ file, result, choices }, files)
    },
  }
}

/** The list and the titles of a file. */
function describeTable({ entity }: QueuedFile, { titles }: ImportCheck): string {
  return JSON.stringify([entity, titles])
}

/** Sets the screen's list for a single file, except for a file of charges on the Loads screen. */
function setScreenList(screenList: ImportListName, file: QueuedFile): QueuedFile {
  return screenList === 'loads' && file.entity === 'charges'
    ? file
    : { ...file, entity: screenList }
}
