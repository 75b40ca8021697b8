-- Owner: identity/accounts

-- One row per person with an account, for modules that mail people or name who created something.
create or replace view shared_users as
select id, email, email_verified, name from users;
