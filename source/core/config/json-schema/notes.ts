// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

/** What editors show about a key. */
type Notes = Readonly<Record<string, string>>;

export const configNotes: Notes = {
	$schema: 'Where this schema is, for editors.',
	version: 'The version of this file. The program writes it when it has to.',
	model: 'The model to begin with: provider/model, or a provider alone.',
	providers: 'How models are reached, by the name before the slash in provider/model.',
	mcpServers: 'MCP servers by name.',
	servers: 'The same as mcpServers, as VS Code writes it.',
	mcp: 'The same as mcpServers, as opencode writes it.',
	inputs: 'What ${input:id} asks for, as VS Code writes it.',
	toolApproval:
		'When tool calls ask first: always-ask (the default), trusted-only (all but trustedTools) or auto (never, unless a rule or a changed or suspicious definition makes it ask).',
	trustedTools: 'Tools that run unasked with trusted-only: server__tool, "*" stands for anything.',
	trustedServers: 'Servers whose hints about their own tools (read-only, destructive ...) are believed.',
	approvals: 'Rules about single calls. Of all that match, deny wins over ask and ask over allow.',
	reviewResults: 'Tools whose results you see before the model does: server__tool, "*" stands for anything.',
	askOnUntrustedContent:
		'Also with auto, calls ask that untrusted content of another server may have led to. A file that is not yours can only set it to true.',
	assistants: 'Assistants by name: what they are told, what they may use, and what they may do unasked.',
	secretStore:
		'Where secrets are kept: in the keychain of the system (the default), or in a file that a passphrase locks.',
	registry: 'The MCP registry in which the workbench searches for servers, in place of the official one.',
	toolbox:
		'The built-in tools. They are there in the chat unless this is false; a script (-p) gets them when this is true.',
	customTools:
		'Tools of your own that need no server, by name: a description, the JSON Schema of the arguments, and the address of an HTTP endpoint.',
	theme:
		'The colours: dark, light, high-contrast, none, or auto (the default), which asks the terminal for its background.',
	reducedMotion: 'Nothing moves by itself: no spinner, and clocks change once a second.',
	screenReader: 'Lines that come one after the other and never change, for a reader that speaks.',
	images: 'How images are shown; auto (the default) takes the best that the terminal is known to have.',
	notify:
		'How you are told that a question waits while you are in another window; auto (the default) takes what the terminal is known to have.',
	keys: 'Keys in place of the usual ones, by the name of what they do: {"open-palette": ["ctrl+k"]}.',
};

export const toolboxNotes: Notes = {
	disabled: 'True keeps the entry and offers nothing; false offers the tools to scripts, too.',
	roots:
		'The folders that the file tools may use; relative paths in calls start at the first. Without it: the folder in which the program runs.',
	includeTools: 'Only these tools are offered; "*" stands for anything.',
	excludeTools: 'These tools are not offered; "*" stands for anything.',
	allowedHosts:
		'Hosts of your own network that fetch-url may ask, as host or host:port. Other private addresses are refused.',
};

export const customToolNotes: Notes = {
	title: 'A name for people.',
	description: 'What it does. The model knows nothing else about it.',
	parameters: 'The JSON Schema of its arguments, an object.',
	endpoint: 'Where requests go: an address, or an object that says more.',
	result: 'What of the answer the model gets: auto (the default), text, json, or an object that says more.',
	readOnly: 'It changes nothing. Believed, because you say so here: plan mode offers it.',
	annotations: 'More about what it does. What you leave out counts as the worst case.',
	modes:
		'Where it is offered: act, plan, and rest (of mcp-tui serve). Without it: act and rest, and plan if readOnly.',
	disabled: 'Keeps the entry, and offers it to nobody. mcp-tui tools test still calls it.',
};

export const endpointNotes: Notes = {
	method: 'GET (the default), POST (the default where there is a body), PUT, PATCH or DELETE.',
	url: 'The address. {{argument}} stands for an argument in its path or query, never before; ${VARIABLE} and ${keychain:name} as everywhere.',
	headers: 'Sent with every request. Name a variable or the keychain instead of writing a secret here.',
	query: 'Parameters of the address by name. One that names an argument which is not given is left out.',
	body: 'JSON. A text that is "{{argument}}" alone becomes the argument with its own type.',
	form: 'The body as a form, by name.',
	timeout: 'How long a call may take: 1 to 300 seconds, or milliseconds from 1000 on.',
	allowInsecure: 'Plain http:// to another machine is fine.',
};

export const resultNotes: Notes = {
	as: 'auto: JSON where the answer is JSON, else text.',
	path: 'The part of the answer that counts: data.items[0].name, or /data/items/0/name.',
	error:
		'Where an answer says what went wrong. One that says something there is an error, whatever its status.',
};

export const serverNotes: Notes = {
	type: 'How the server is reached: stdio, http (which falls back to SSE where the server is an old one), sse or ws. It follows from command or the scheme of url, so most entries need none.',
	command: 'The program that starts the server; a list is the program and its arguments.',
	server: 'The name of an npm package, run with npx -y, in place of command.',
	args: 'The arguments of the command.',
	env: 'Variables for the server; they win over envFile. It gets these and a few harmless ones (PATH, HOME, the language, proxies), nothing else.',
	envFile: 'Files of KEY=value lines beside this one.',
	cwd: 'The folder in which it is started; without it the current one. A relative one counts from the current folder in your own file, and from the folder of the file in all others (.vscode/mcp.json: the folder above .vscode).',
	encoding: 'The encoding of its standard streams.',
	url: 'Where the server is. Plain http:// and ws:// only to this machine, unless allowInsecure.',
	headers: 'Sent with every request.',
	auth: 'How to sign in. Name a variable or the keychain instead of writing a secret here.',
	oauth: 'The settings of OAuth by themselves, as opencode and Claude Code write them, in place of auth.',
	timeout: 'How long starting and connecting may take: 1 to 300 seconds, or 1000 to 300000 milliseconds.',
	requestTimeout:
		'How long a request may take; progress starts it again, up to ten times as long. What is 1000 or more are milliseconds, up to 300000.',
	request_timeout: 'The same as requestTimeout, always in seconds: fractions, and up to a day.',
	sseReadTimeout:
		'After so much silence a stream of events counts as broken. With sse that is the one stream, while an answer is owed; with http the one on which the server speaks first, for there an answer has requestTimeout. What is 1000 or more are milliseconds, up to 300000.',
	sse_read_timeout: 'The same as sseReadTimeout, always in seconds: fractions, and up to a day.',
	terminateOnClose: 'Whether the server is told when the session is over.',
	retryAttempts: 'How often a failed start or a lost connection is tried again, with growing pauses.',
	rateLimit: 'Calls a minute, or {"calls": 5, "per": 10} for five in ten seconds; more wait for their turn.',
	protocolVersion:
		'The only version of MCP that is spoken with this server. Without it a version that works is found and remembered.',
	config: 'An object for the server itself, sent with the handshake as it is.',
	loadTools: 'Whether its tools are used.',
	loadPrompts: 'Whether its prompts are used.',
	eager: 'Started with the chat, not when it is first needed.',
	includeTools: 'Only these tools are used; "*" stands for anything.',
	excludeTools: 'These tools are not used, whatever includeTools says; "*" stands for anything.',
	disabled: 'Keeps the entry, and does not use it.',
	enabled: 'The opposite of disabled, as other clients write it.',
	description: 'What it is for: a note to yourself.',
	allowInsecure: 'Plain http:// and ws:// to another machine are fine.',
};

const reference =
	'A reference such as ${keychain:name}, ${file:path} or ${VARIABLE}. Never write the secret itself here.';

const authType =
	'bearer, api-key, basic, oauth or none. It follows from the other keys where it is left out.';

/** The keys of `auth`, whatever its type; those of `oauth` are the same without it. */
export const authNotes: Notes = {
	type: authType,
	token: reference,
	key: reference,
	header: 'The header that the key is sent in; X-API-Key without it.',
	username: 'The name to sign in with.',
	password: reference,
};

export const oauthNotes: Notes = {
	type: authType,
	grant:
		'How to sign in: authorization-code (in the browser, the default), client-credentials, jwt-bearer or cross-app-access.',
	issuer: 'The authorization server, where the MCP server does not say it.',
	clientId: 'The registered client; without it the program registers itself.',
	clientSecret: reference,
	privateKey: `The key that signs for the client. ${reference}`,
	signingAlgorithm: 'How the private key signs, such as ES256.',
	assertion: `A token of somebody else that stands for the client or for you. ${reference}`,
	identityProvider: 'For cross-app-access: who issues the token for the server.',
	scopes: 'What is asked for: an array, or one text with spaces between.',
	clientMetadataUrl:
		'The https:// address of a document that describes the client, in place of a registration.',
	callbackPort: 'The port on this machine to which the browser comes back; any that is free without it.',
	dpop: 'Whether tokens are bound to a key of this program.',
};

export const identityProviderNotes: Notes = {
	issuer: 'The address of the identity provider.',
	tokenEndpoint: 'Where it exchanges tokens.',
	clientId: 'The client that is registered there.',
};

export const inputNotes: Notes = {
	id: 'The name in ${input:name}.',
	type: 'promptString, as VS Code writes it.',
	description: 'What is asked for.',
	password: 'Whether it is typed unseen.',
	default: 'What it is without an answer.',
};

export const providerNotes: Notes = {
	baseUrl:
		'Where it is. OPENAI_BASE_URL, ANTHROPIC_BASE_URL and OLLAMA_HOST win over it. Plain http:// only to this machine, unless allowInsecure.',
	apiKey: 'A reference such as ${keychain:name} or ${VARIABLE}. Never write a key here.',
	model: 'What the name of the provider alone stands for.',
	api: 'The protocol that it speaks; for openai and for providers of your own.',
	headers: 'Sent with every request.',
	temperature: 'Sent with every request.',
	maxTokens: 'The most tokens of one answer.',
	thinking:
		'How much it thinks before it answers. Without it: what the provider does by itself; with Claude 4.6 and later a summary is shown.',
	maxTools: 'The most tools that it gets in one request. Small local models work better with few.',
	idleTimeout:
		'Seconds without a word after which an answer counts as stalled; 600 without it for servers on this machine.',
	allowInsecure: 'Plain http:// to another machine is fine.',
	contextTokens: 'How many tokens fit into a conversation, where the program cannot know it.',
	prices:
		'By model, US dollars for a million tokens: input and output; cached for what is read from the cache, cacheWrite for what is put into it.',
};

export const ruleNotes: Notes = {
	server: 'The name of a server; "*" stands for anything.',
	tool: 'The name of a tool; "*" stands for anything.',
	args: 'What arguments have to be. One that is absent fulfils nothing.',
	annotations: 'What the tool says about itself. What it does not say counts as the worst case.',
	decision: 'What happens to calls that match.',
	description: 'A note to yourself.',
};

export const matcherNotes: Notes = {
	equals: 'Exactly this.',
	oneOf: 'One of these.',
	glob: 'A text; "*" stands for anything.',
	under: 'A path at or below this folder, once ".." is resolved.',
};

export const assistantNotes: Notes = {
	description: 'What it is for.',
	instructions: 'What it is told, as one text or as lines.',
	instructionsFile: 'A file with its instructions, beside this one.',
	model: 'provider/model, or a provider alone.',
	temperature: 'In place of that of the provider.',
	maxTokens: 'The most tokens of one answer.',
	servers: 'The servers that it may use; without it, all of them.',
	tools: 'The tools that it may use.',
	includeTools: 'Only these tools: server__tool, "*" stands for anything.',
	excludeTools: 'Not these tools: server__tool, "*" stands for anything.',
	toolApproval: 'When its tool calls ask first.',
	askOnUntrustedContent: 'True: also with auto, its calls ask after untrusted content.',
	trustedTools: 'Tools that run unasked with trusted-only.',
};

export const annotationNotes: Notes = {
	readOnly: 'It changes nothing.',
	destructive: 'It may delete or overwrite something.',
	idempotent: 'The same call again changes nothing more.',
	openWorld: 'It reaches others: the web, mail, services.',
};

export const toolChoiceNotes: Notes = {
	include: 'Only these: server__tool, "*" stands for anything.',
	exclude: 'Not these, whatever include says.',
};
