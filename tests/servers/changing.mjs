// Grows a tool or a prompt on request, and says so as often as it likes without having announced it.
import {answer, notify, serve, textResult, tool} from './mcp-stdio.mjs';

const tools = [tool('grow'), tool('lists'), tool('grow-prompt'), tool('flood')];
const prompts = [];
let lists = 0;

serve({
	name: 'changing',
	capabilities: {tools: {}, prompts: {}},
	tools: () => {
		lists += 1;
		return tools;
	},
	calls: {
		grow: ({name, times = 1}) => {
			tools.push(tool(name));
			for (let time = 0; time < times; time += 1) notify('notifications/tools/list_changed');
			return textResult('grown');
		},
		'grow-prompt': ({name}) => {
			prompts.push({name});
			notify('notifications/prompts/list_changed');
			return textResult('grown');
		},
		lists: () => textResult(String(lists)),
		// Never stops saying that its tools are others.
		flood: () => {
			setInterval(() => notify('notifications/tools/list_changed'), 5);
			return textResult('flooding');
		},
	},
	other: ({id, method}) => {
		if (method === 'prompts/list') answer(id, {prompts});
	},
});
