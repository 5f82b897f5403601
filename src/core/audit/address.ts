/** The address of one record's history in the log. `path`: the record's API path, such as "factor-schedules". */
export function auditAddress(path: string, id: number): string {
  const subject = path.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  return `/audit?subject=${subject}&subjectId.from=${id}&subjectId.to=${id}`
}
