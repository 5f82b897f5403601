/** Imports one file: reads it, asks for the day if the file name has none, and stores it (SPEC C229). */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportedFile } from '#core/broker-checks/checks.ts'
import { dayOfName, findFileDayError } from '#core/broker-checks/file-day.ts'
import type { PickedFile } from '#core/broker-checks/pick-rows.ts'
import { request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { allChecksQuery } from './queries.ts'
import { readFmcsaFile } from './read-fmcsa-file.ts'

type FileRows = PickedFile & { name: string; searched: string[] }

const LONGEST_NAME = 200

export function useFileImport() {
  const [day, setDay] = useState('')
  const [share, setShare] = useState(0)
  const [submitted, setSubmitted] = useState(false)
  const abort = useRef<AbortController>(null)

  const reading = useMutation({
    mutationFn: async (file: File): Promise<FileRows> => {
      abort.current?.abort()
      const current = new AbortController()
      abort.current = current
      setShare(0)
      setDay(dayOfName(file.name) ?? '')
      // Fetches the brokers again: another member may have added one.
      const { keys } = await queryClient.fetchQuery({ ...allChecksQuery, staleTime: 0 })
      const options = { keys, onProgress: setShare, signal: current.signal }
      return { ...(await readFmcsaFile(file, options)), name: cleanName(file.name), searched: keys }
    },
  })

  const storing = useAction({
    send: ({ kind: _kind, titles, rows, rowCount, name, searched }: FileRows, { key }) =>
      request<ImportedFile>('POST', '/api/broker-checks/files', {
        body: { titles, rows, rowCount, name, searched, day },
        headers: { 'Idempotency-Key': key },
      }),
    refetch: refetchLists,
  })

  return {
    day,
    setDay,
    share,
    reading,
    storing,
    choose(file: File) {
      storing.reset()
      setSubmitted(false)
      reading.mutate(file)
    },
    /** Why the day can't be stored: the browser's own check, then the server's. */
    dayError: submitted ? (findFileDayError(day, today()) ?? storing.fields.day?.[0]) : undefined,
    store() {
      setSubmitted(true)
      if (reading.data && !findFileDayError(day, today())) storing.run(reading.data)
    },
    stop() {
      abort.current?.abort()
    },
  }
}

/** Removes control characters and the like, which Haulbook does not store in a text. */
function cleanName(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME) || 'file.csv'
}
