-- The lines of a settlement stand in the audit log too, each as itself.
create trigger expenses_audit after insert or update or delete on expenses
  for each row execute function keep_audit('category');
