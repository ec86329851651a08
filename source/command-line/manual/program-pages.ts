import {configFile, dataFolder, homeVariable, type ManualPages} from './manual-page.ts';

export const programPages: ManualPages = {
	doctor: {
		about: [
			'Looks at the program, Node, the terminal, folders, configuration, secrets, providers, sessions and every server. A line with ✘ is wrong and says what to do; one with ! is worth a look.',
			'Each server is started or contacted for it; with --no-connect nothing is, and only commands that are not there are found. No secret is ever printed.',
		],
		examples: [
			{says: 'Is everything well?', line: 'mcp-tui doctor'},
			{says: 'Start and contact nothing:', line: 'mcp-tui doctor --no-connect'},
			{
				says: 'What is wrong, for a script:',
				line: `mcp-tui doctor --json | jq '.steps[] | select(.outcome == "failed")'`,
			},
		],
		exits: [
			['0', 'nothing is wrong'],
			['1', 'something is'],
			['42', 'bad input'],
		],
		files: [configFile, dataFolder],
		environment: [homeVariable],
	},
	completion: {
		about: [
			'It offers commands, options, their values, files, and the names of servers, sessions, assistants, providers and kept secrets. Those are read from your files: nothing is started. A name that a shell would have to quote is left out, and so are the tools of servers.',
			'Do once what is shown for your shell, then open a new one.',
		],
		examples: [
			{
				says: 'bash, with the package bash-completion:',
				line: 'mkdir -p ~/.local/share/bash-completion/completions\nmcp-tui completion bash > ~/.local/share/bash-completion/completions/mcp-tui',
			},
			{says: 'bash, without it:', line: `echo 'eval "$(mcp-tui completion bash)"' >> ~/.bashrc`},
			{
				says: 'zsh, where ~/.zshrc has fpath=(~/.zfunc $fpath) before compinit:',
				line: 'mkdir -p ~/.zfunc\nmcp-tui completion zsh > ~/.zfunc/_mcp-tui',
			},
			{
				says: 'fish:',
				line: 'mkdir -p ~/.config/fish/completions\nmcp-tui completion fish > ~/.config/fish/completions/mcp-tui.fish',
			},
		],
	},
	mock: {
		about: [
			'Calls are answered as they were when the cassette was recorded (mcp-tui --record). A call that it does not have gets an error that names the nearest one. --server names the server where there are several.',
		],
		examples: [
			{
				says: 'Use it in the place of the real one:',
				line: 'mcp-tui mcp add try mcp-tui -- mock session.jsonl --server github',
			},
			{says: 'Look at it by hand:', line: 'mcp-tui mock session.jsonl'},
		],
	},
	serve: {
		about: [
			'Over HTTP it is reached from this machine only, and web pages cannot use it. With --host others reach it and need a token. Where there is a token, it is always needed.',
			'GET /openapi.json describes the REST interface. --json prints a line with the address for MCP and for REST.',
		],
		examples: [
			{
				says: 'For a client that starts it itself, only reading:',
				line: 'mcp-tui serve --mode plan --root ~/notes',
			},
			{says: 'Over HTTP, for MCP:', line: 'mcp-tui serve --http 8765'},
			{
				says: 'As REST, too, and a call of it:',
				line: `mcp-tui serve --http 8765 --rest 8766 --verbose\ncurl http://127.0.0.1:8766/tools/calculate --json '{"expression": "6 * 7"}'`,
			},
		],
		environment: [['MCP_TUI_SERVE_TOKEN', 'the token; or keep one with mcp-tui keys set serve']],
	},
};
