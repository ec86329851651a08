// Grows a tool on request, and says so as often as it likes without having announced it.
import {notify, serve, textResult, tool} from './mcp-stdio.mjs';

const tools = [tool('grow'), tool('lists')];
let lists = 0;

serve({
	name: 'changing',
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
		lists: () => textResult(String(lists)),
	},
});
