-- Citus drops the name of the constraint from an error, but not its words. Each error of a trigger that has a constraint begins
-- with its name: "expenses_rule_total: rule 7 has deducted 120 of 100" (SPEC C258).
do $$
declare
  one record;
  named text;
begin
  for one in select oid::regprocedure as called, pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ 'constraint = ''\w+''' loop
    named := regexp_replace(one.definition,
      'raise exception ''(?!\w+: )((?:[^'']|'''')*'')([^;]*?constraint = ''(\w+)'')', 'raise exception ''\3: \1\2', 'g');
    if named <> one.definition then execute named; end if;
  end loop;
end $$;
