-- Whether everyone can read what isn't restricted, and readers may sign in.
alter table sites add column sign_in_optional boolean not null default false
  check (not sign_in_optional or access_mode in ('oauth', 'jwt'));
