-- `errors` were codes, with the push service's own words after a colon (D-05).
update notification set errors = array(
  select case split_part(error, ':', 1)
    when 'emptyAudience' then 'No device matches the audience (0 devices).'
    when 'payload' then trim('The push service refused the content of the notification. ' || trim(substr(error, length('payload:') + 1)))
    when 'credential' then trim('The push service refused our credentials. ' || trim(substr(error, length('credential:') + 1)))
    else error end
  from unnest(errors) with ordinality as stored(error, at) order by at)
where errors <> '{}';
