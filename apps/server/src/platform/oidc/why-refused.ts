import { errors } from 'jose';

// Reasons why all tokens of a provider are refused, for the administrator: the page shows them at the sign-in. Forged and expired tokens
// are refused without a reason.

export const OTHER_CLIENT = 'The access token was issued to another client than ENDCAP_OIDC_CLIENT_ID';
const OPAQUE = 'The access token is no JWT: have the identity provider issue JWTs for the API that ENDCAP_OIDC_AUDIENCE names';

/** Returns the reason for refusing an opaque token. Providers issue these while they have no API configured for the token. */
export const whyNoJwt = (token: string): string | undefined => (token.split('.').length === 3 ? undefined : OPAQUE);

const ofClaim: Readonly<Record<string, string>> = {
  iss: 'The access token is of another issuer than ENDCAP_OIDC_ISSUER',
  aud: 'The access token is for another API than ENDCAP_OIDC_AUDIENCE names',
  sub: 'The access token does not say whose it is: have the identity provider put sub into it',
  exp: 'The access token does not say when it expires: have the identity provider put exp into it',
};

/** Returns the reason for an error of the token verification. Claims are compared only after the signature was verified. */
export const whyRefused = (error: unknown): string | undefined => {
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The access token is signed with an algorithm that ENDCAP_OIDC_ALGORITHMS does not name';
  return error instanceof errors.JWTClaimValidationFailed ? ofClaim[error.claim] : undefined;
};
