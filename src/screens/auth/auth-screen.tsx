export function AuthScreen() {
  return <main />;
}
