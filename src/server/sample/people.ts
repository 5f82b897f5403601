/** Contact details of sample people. */

export function makePerson(name: string, n: number) {
  const [first = ''] = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
  return {
    name,
    email: `${first}${n}@blueridge.example`,
    phone: makePhone(n),
    address: `${12 + n} Elm Street\nAsheville, NC 28801`,
  }
}

export function makePhone(n: number): string {
  return `(555) 01${String(n).padStart(2, '0')}-${2000 + n * 37}`
}
