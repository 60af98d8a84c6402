/** The provider cannot be told of a sign-out: its own session goes on, however often the page asks (AUTH-17). */
export class NoSignOut extends Error {
  constructor() {
    super(
      'The discovery document of the identity provider names no end_session_endpoint. Turn its sign-out on (OpenID Connect RP-Initiated Logout), or keep its sessions short.',
    );
  }
}
