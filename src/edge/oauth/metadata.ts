export const SCOPES = ['read', 'write'] as const;

/** RFC 9728. Without a path: for the whole API. */
export const protectedResource = (baseUrl: string, path: '' | '/mcp'): object => ({
  resource: `${baseUrl}${path}`,
  authorization_servers: [baseUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Recollect',
  resource_documentation: `${baseUrl}/docs`,
});

/** RFC 8414. */
export const authorizationServer = (baseUrl: string): object => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/docs`,
});
