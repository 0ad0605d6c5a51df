// A stranger's client in one file. It knows spec section 7 and nothing else: seven calls, the header `token`, a socket
// with `query.userId`, and two events. Its words are those of the specification, so that the flows find them.
const state = {
  me: null,
  users: [],
  online: [],
  unseen: {},
  selected: null,
  messages: [],
  search: '',
  typed: '',
  screen: 'home',
};
let socket = null;

/** The answer's fields; a call that reaches no server counts as refused. */
async function call(method, path, body) {
  const token = localStorage.getItem('token');
  const answer = await fetch(`/api/v1${path}`, {
    method,
    headers: {
      ...(token && { token }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
    .then((response) => response.json())
    .catch((error) => ({ success: false, message: String(error) }));
  if (!answer.success) notify(answer.message);
  return answer;
}

function notify(text) {
  document.querySelector('#notice').textContent = text;
}

function connect() {
  if (socket) return;
  socket = window.io({ query: { userId: state.me._id } });
  socket.on('getOnlineUsers', (ids) => {
    state.online = ids;
    loadUsers();
  });
  socket.on('disconnect', () => {
    state.online = [];
    render();
  });
  socket.on('newMessage', (message) => {
    if (state.selected?._id === message.senderId) {
      state.messages.push({ ...message, seen: true });
      call('PUT', `/messages/mark/${message._id}`);
    } else {
      state.unseen[message.senderId] = (state.unseen[message.senderId] ?? 0) + 1;
    }
    render();
  });
}

async function loadUsers() {
  const { success, users, unseenMessages } = await call('GET', '/messages/users');
  if (success) Object.assign(state, { users, unseen: unseenMessages });
  render();
}

async function enter(mode, credentials) {
  const { success, userData, token, message } = await call('POST', `/auth/${mode}`, credentials);
  if (!success) return;
  notify(message);
  localStorage.setItem('token', token);
  state.me = userData;
  connect();
  await loadUsers();
}

function logOut() {
  localStorage.removeItem('token');
  socket?.disconnect();
  socket = null;
  Object.assign(state, { me: null, online: [], selected: null, messages: [] });
  renderAuth('login');
}

async function select(user) {
  state.selected = user;
  state.messages = [];
  delete state.unseen[user._id];
  const { success, messages } = await call('GET', `/messages/${user._id}`);
  if (success && state.selected === user) state.messages = messages;
  render();
}

async function send(content) {
  const { success, newMessage } = await call(
    'POST',
    `/messages/send/${state.selected._id}`,
    content,
  );
  if (success) state.messages.push(newMessage);
  render();
}

async function saveProfile(profile) {
  const { success, user } = await call('PUT', '/auth/update-profile', profile);
  if (!success) return;
  notify('Profile updated Successfully');
  Object.assign(state, { me: user, screen: 'home' });
  render();
}

const readPicture = (file) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(file);
  });

/** An element with properties and children; strings become text. */
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  const { data = {}, label, ...rest } = properties;
  Object.assign(element, rest);
  Object.assign(element.dataset, data);
  if (label) element.setAttribute('aria-label', label);
  element.append(...children);
  return element;
}

function show(...children) {
  document.querySelector('main').replaceChildren(...children);
}

function renderAuth(mode, typed = {}) {
  const field = (name, type, words) =>
    make(
      'label',
      {},
      words,
      make('input', { name, type, required: true, value: typed[name] ?? '' }),
    );
  const isSecondStep = typed.email !== undefined;
  const form = make('form', {});
  if (isSecondStep) {
    form.append(
      make('textarea', { name: 'bio', rows: 4, placeholder: 'Enter Your Bio', required: true }),
      make('button', {}, 'Create Account'),
    );
  } else if (mode === 'signup') {
    form.append(
      field('fullName', 'text', 'Full Name'),
      field('email', 'email', 'Email'),
      field('password', 'password', 'Password'),
      make('button', {}, 'Create Account'),
    );
  } else {
    form.append(
      field('email', 'email', 'Email'),
      field('password', 'password', 'Password'),
      make('button', {}, 'Login Now'),
    );
  }
  form.onsubmit = (event) => {
    event.preventDefault();
    const fields = { ...typed, ...Object.fromEntries(new FormData(form)) };
    if (mode === 'signup' && !isSecondStep) renderAuth('signup', fields);
    else enter(mode, fields);
  };
  const other = mode === 'signup' ? ['login', 'Login here'] : ['signup', 'Click here'];
  const link = make('a', { href: '#', onclick: () => renderAuth(other[0]) }, other[1]);
  show(make('h1', {}, mode === 'signup' ? 'Sign up' : 'Login'), form, link);
}

function renderProfile() {
  const name = make('input', { placeholder: 'Your name', value: state.me.fullName });
  const bio = make('textarea', { placeholder: 'Enter Your Bio', rows: 4, value: state.me.bio });
  const file = make('input', { type: 'file', accept: '.png,.jpg,.jpeg' });
  const form = make('form', {}, file, name, bio, make('button', {}, 'Save'));
  form.onsubmit = async (event) => {
    event.preventDefault();
    const [picture] = file.files;
    saveProfile({
      fullName: name.value,
      bio: bio.value,
      ...(picture && { profilePic: await readPicture(picture) }),
    });
  };
  show(make('h1', {}, 'Profile Details'), form);
}

function makeRow(user) {
  const isOnline = state.online.includes(user._id);
  const unseen = state.unseen[user._id];
  return make(
    'button',
    { onclick: () => select(user) },
    make('img', { src: user.profilePic || 'data:,', alt: '' }),
    make('span', {}, user.fullName),
    ' ',
    make('span', {}, isOnline ? 'Online' : 'Offline'),
    ...(unseen ? [make('span', { data: { badge: '' } }, `${unseen} unread`)] : []),
  );
}

function makeMessage(message) {
  const content = message.image
    ? make('img', { src: message.image, alt: '' })
    : make('p', {}, message.text);
  return make(
    'div',
    { data: { own: String(message.senderId === state.me._id) } },
    make('div', { className: 'bubble' }, content),
    new Date(message.createdAt).toTimeString().slice(0, 5),
  );
}

function makeConversation({ fullName }) {
  const text = make('input', { placeholder: 'Send a message...', value: state.typed });
  text.oninput = () => {
    state.typed = text.value;
  };
  const file = make('input', { type: 'file', accept: 'image/png, image/jpeg' });
  file.onchange = async () => send({ image: await readPicture(file.files[0]) });
  const form = make('form', {}, text, make('button', {}, 'Send'));
  form.onsubmit = (event) => {
    event.preventDefault();
    const written = text.value.trim();
    state.typed = '';
    text.value = '';
    if (written) send({ text: written });
  };
  const log = make('div', { role: 'log' }, ...state.messages.map(makeMessage));
  return make(
    'section',
    { label: 'Conversation' },
    make('h2', {}, fullName),
    log,
    form,
    make('button', { onclick: () => file.click() }, 'Attach image'),
  );
}

function makeAbout({ fullName, bio }) {
  const images = state.messages.flatMap(({ image }) => image ?? []);
  return make(
    'section',
    { label: `About ${fullName}` },
    make('p', {}, bio),
    make('ul', {}, ...images.map((src) => make('li', {}, make('img', { src, alt: '' })))),
  );
}

function render() {
  if (!state.me) return;
  // What is being typed there would be gone.
  if (state.screen === 'profile') return;
  const search = make('input', {
    placeholder: 'Seacrch any user...',
    value: state.search,
    onchange: () => {
      state.search = search.value;
      render();
    },
  });
  const openProfile = () => {
    state.screen = 'profile';
    renderProfile();
  };
  const found = state.users.filter(({ fullName }) =>
    fullName.toLowerCase().includes(state.search.toLowerCase()),
  );
  const people = make(
    'section',
    { label: 'People' },
    make('button', { onclick: openProfile }, 'Edit Profile'),
    make('button', { onclick: logOut }, 'Logout'),
    search,
    ...found.map(makeRow),
  );
  const { selected } = state;
  // Somebody who types goes on typing in the field that replaces theirs.
  const { placeholder } = document.activeElement;
  show(people, ...(selected ? [makeConversation(selected), makeAbout(selected)] : []));
  if (placeholder) document.querySelector(`[placeholder="${placeholder}"]`)?.focus();
}

async function start() {
  if (!localStorage.getItem('token')) return renderAuth('signup');
  const { success, user } = await call('GET', '/auth/check');
  if (!success) return renderAuth('login');
  state.me = user;
  connect();
  await loadUsers();
}

start();
