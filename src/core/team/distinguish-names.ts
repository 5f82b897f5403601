/** Adds the email to names that several people have: "Ann Lee (ann@example.com)". */
export function distinguishNames<Person extends { name: string; email: string }>(
  people: Person[],
): Person[] {
  const counts = Map.groupBy(people, ({ name }) => name.toLowerCase())
  return people.map((person) => {
    const { name, email } = person
    const isUnique = counts.get(name.toLowerCase())?.length === 1
    return isUnique || name === email ? person : { ...person, name: `${name} (${email})` }
  })
}
